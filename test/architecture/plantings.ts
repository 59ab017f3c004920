import { dirname, relative } from 'node:path';

/** A file of a made-up tree and what it imports: files of that tree by path, or packages and node modules by name. */
type Tree = Readonly<Record<string, readonly string[]>>;

const THING = 'src/modules/thing/thing';
const OTHER = 'src/modules/other/other';

/** One file of every kind, each importing what its layer may. */
export const house: Tree = {
  'src/main.ts': ['src/app.module.ts', 'src/config.ts', 'node:fs'],
  'src/config.ts': ['src/kernel/limits.ts', 'node:fs'],
  'src/app.module.ts': [
    'src/adapters/sqlite/event-store.ts',
    'src/adapters/smtp/mailer.ts',
    'src/adapters/passwords/argon2.ts',
    'src/realtime/gateway.ts',
    `${THING}.module.ts`,
    `${OTHER}.module.ts`,
    'projections/all.ts',
    '@nestjs/cqrs',
  ],
  'src/cli/audit.ts': ['src/adapters/sqlite/event-store.ts', 'src/engine/projector.ts', 'node:fs'],
  'src/kernel/limits.ts': [],
  'src/kernel/event.ts': ['src/kernel/limits.ts'],
  'src/ports/document-store.ts': ['src/kernel/event.ts'],
  'src/ports/event-store.ts': ['src/kernel/event.ts', 'src/ports/document-store.ts'],
  'src/engine/projector.ts': ['src/kernel/event.ts', 'src/ports/document-store.ts', 'node:crypto'],
  'src/engine/handlers-for.ts': ['src/engine/projector.ts', '@nestjs/cqrs', '@nestjs/common'],
  'src/adapters/sqlite/event-store.ts': ['src/ports/event-store.ts', 'src/adapters/sqlite/open.ts'],
  'src/adapters/sqlite/open.ts': ['node:sqlite', 'node:fs'],
  'src/adapters/smtp/mailer.ts': ['src/kernel/event.ts', 'nodemailer', 'node:net'],
  'src/adapters/passwords/argon2.ts': ['@node-rs/argon2', 'ajv', 'jose'],
  'src/adapters/passwords/hash.worker.ts': ['src/kernel/limits.ts', '@node-rs/argon2'],
  'src/adapters/passwords/hash-child.ts': ['src/kernel/limits.ts'],
  'src/http/fields.ts': ['src/kernel/limits.ts', 'class-validator', '@nestjs/swagger', 'reflect-metadata'],
  'src/http/paging.dto.ts': ['src/http/fields.ts'],
  'src/http/caller.ts': ['src/engine/projector.ts', 'src/config.ts', 'jose', 'passport-jwt', 'node:crypto'],
  'src/http/writes.ts': ['src/engine/projector.ts', '@nestjs/cqrs'],
  'src/realtime/gateway.ts': ['src/http/caller.ts', `${THING}.events.ts`, 'projections/things/reads.ts', 'socket.io'],
  [`${THING}.commands.ts`]: ['src/kernel/event.ts'],
  [`${THING}.events.ts`]: ['src/kernel/event.ts'],
  [`${THING}.lock.ts`]: [`${THING}.events.ts`, 'node:crypto'],
  [`${THING}.decider.ts`]: [`${THING}.commands.ts`, `${THING}.lock.ts`, 'src/modules/alien/alien.events.ts'],
  [`${THING}.dto.ts`]: [
    'src/http/fields.ts',
    'src/http/paging.dto.ts',
    'projections/things/projection.ts',
    `${THING}.events.ts`,
  ],
  [`${THING}.access.ts`]: ['src/engine/projector.ts', 'src/http/caller.ts', '@nestjs/common'],
  [`${THING}.controller.ts`]: [
    `${THING}.access.ts`,
    `${THING}.dto.ts`,
    'src/http/writes.ts',
    'projections/things/reads.ts',
    '@nestjs/common',
    '@nestjs/cqrs',
  ],
  [`${THING}.module.ts`]: [`${THING}.controller.ts`, `${THING}.decider.ts`, 'src/engine/handlers-for.ts', 'rxjs'],
  'src/modules/alien/alien.events.ts': [],
  [`${OTHER}.resource.ts`]: ['src/kernel/event.ts'],
  [`${OTHER}.dto.ts`]: ['src/http/fields.ts', `${THING}.dto.ts`],
  [`${OTHER}.views.ts`]: [`${THING}.access.ts`, `${THING}.dto.ts`, `${OTHER}.dto.ts`],
  [`${OTHER}.process.ts`]: [`${THING}.events.ts`, `${THING}.commands.ts`],
  [`${OTHER}.module.ts`]: [`${OTHER}.resource.ts`, `${OTHER}.views.ts`, `${OTHER}.process.ts`, `${THING}.commands.ts`],
  'projections/all.ts': ['projections/things/projection.ts'],
  'projections/things/projection.ts': ['src/kernel/event.ts', `${THING}.events.ts`, `${OTHER}.resource.ts`],
  'projections/things/reads.ts': ['projections/things/projection.ts', 'src/ports/document-store.ts'],
  'test/support/given.ts': ['src/kernel/event.ts'],
};

export interface Planting {
  readonly rule: string;
  readonly file: string;
  readonly imports: string;
}

/** `*` in a file's name becomes the number of the planting. */
const wrongs: Readonly<Record<string, readonly (readonly [file: string, imports: string])[]>> = {
  'kernel-knows-nothing': [
    ['src/kernel/*.ts', 'node:crypto'],
    ['src/kernel/*.ts', 'src/ports/event-store.ts'],
    ['src/kernel/*.ts', 'pino'],
  ],
  'ports-are-interfaces': [
    ['src/ports/*.ts', 'src/engine/projector.ts'],
    ['src/ports/*.ts', 'node:crypto'],
  ],
  'deciding-is-pure': [
    [`${THING}-*.decider.ts`, 'src/ports/event-store.ts'],
    [`${THING}-*.decider.ts`, 'node:crypto'],
    [`${THING}-*.commands.ts`, `${THING}.dto.ts`],
    [`${OTHER}-*.process.ts`, `${THING}.decider.ts`],
    [`${OTHER}-*.catalogue.ts`, '@nestjs/common'],
    [`${THING}-*.upcasters.ts`, 'projections/things/projection.ts'],
    [`${THING}-*.events.ts`, `${OTHER}.resource.ts`],
  ],
  'resources-stand-alone': [
    [`${OTHER}-*.resource.ts`, `${THING}.events.ts`],
    [`${OTHER}-*.resource.ts`, 'src/http/fields.ts'],
  ],
  'judges-are-pure': [
    [`${THING}-*.labels.ts`, 'src/ports/event-store.ts'],
    [`${THING}-*.labels.ts`, `${OTHER}.process.ts`],
    [`${THING}-*.labels.ts`, `${THING}.access.ts`],
  ],
  'dtos-speak-fields': [
    [`${THING}-*.dto.ts`, 'src/http/caller.ts'],
    [`${THING}-*.dto.ts`, '@nestjs/swagger'],
    [`${THING}-*.dto.ts`, 'projections/things/reads.ts'],
    [`${OTHER}-*.dto.ts`, `${THING}.access.ts`],
  ],
  'routes-are-thin': [
    [`${OTHER}-*.controller.ts`, `${THING}.decider.ts`],
    [`${OTHER}-*.controller.ts`, `${THING}.controller.ts`],
    [`${OTHER}-*.module.ts`, 'src/realtime/gateway.ts'],
    [`${OTHER}-*.service.ts`, 'pino'],
    [`${OTHER}-*.access.ts`, `${THING}.decider.ts`],
    [`${OTHER}-*.checks.ts`, 'src/realtime/gateway.ts'],
  ],
  'projections-are-folds': [
    ['projections/things/*.ts', `${THING}.decider.ts`],
    ['projections/things/*.ts', `${THING}.commands.ts`],
    ['projections/things/*.ts', 'src/ports/document-store.ts'],
    ['projections/things-*/projection.ts', 'projections/things/projection.ts'],
  ],
  'reads-ask-documents': [
    ['projections/things-*/reads.ts', 'src/ports/event-store.ts'],
    ['projections/things-*/reads.ts', 'node:crypto'],
    ['projections/*.ts', 'src/engine/projector.ts'],
  ],
  'engine-knows-ports': [
    ['src/engine/*.ts', '@nestjs/common'],
    ['src/engine/*.ts', `${THING}.events.ts`],
    ['src/engine/*.ts', 'src/http/caller.ts'],
    ['src/engine/*.ts', 'src/config.ts'],
  ],
  'handlers-for-knows-nest': [['src/engine/handlers-for.ts', `${THING}.decider.ts`]],
  'adapters-serve-ports': [
    ['src/adapters/sqlite/*.ts', 'src/adapters/smtp/mailer.ts'],
    ['src/adapters/sqlite/*.ts', 'src/engine/projector.ts'],
    ['src/adapters/sqlite/*.ts', '@nestjs/common'],
    ['src/adapters/sqlite/*.ts', 'src/config.ts'],
    ['src/adapters/sqlite/*.ts', `${THING}.events.ts`],
  ],
  'http-is-the-frame': [
    ['src/http/*.ts', `${THING}.commands.ts`],
    ['src/http/*.ts', 'projections/things/reads.ts'],
    ['src/http/*.ts', 'socket.io'],
  ],
  'realtime-announces-events': [
    ['src/realtime/*.ts', `${THING}.decider.ts`],
    ['src/realtime/*.ts', `${OTHER}.process.ts`],
    ['src/realtime/*.ts', 'prom-client'],
  ],
  'sqlite-in-its-adapter': [
    ['src/engine/*.ts', 'node:sqlite'],
    ['src/adapters/smtp/*.ts', 'node:sqlite'],
  ],
  'mongodb-in-its-adapter': [['src/adapters/sqlite/*.ts', 'mongodb']],
  'eventstoredb-in-its-adapter': [['src/adapters/sqlite/*.ts', '@kurrent/kurrentdb-client']],
  'mail-in-its-adapter': [['src/adapters/sqlite/*.ts', 'nodemailer']],
  'libraries-in-adapters': [
    ['src/*.ts', 'ajv'],
    ['src/*.ts', 'ajv-formats'],
    ['src/*.ts', 're2js'],
    ['src/*.ts', 'sanitize-html'],
    ['src/*.ts', '@node-rs/argon2'],
  ],
  'the-outside-is-behind-ports': [
    ['src/engine/*.ts', 'node:fs/promises'],
    ['src/http/*.ts', 'node:https'],
    ['src/realtime/*.ts', 'node:child_process'],
  ],
  'adapters-are-chosen-once': [['src/*.ts', 'src/adapters/smtp/mailer.ts']],
  'tokens-in-caller': [['src/http/*.ts', 'jose']],
  'one-field-vocabulary': [['src/http/*.ts', 'class-validator']],
  'no-transformer-magic': [['src/*.ts', 'class-transformer']],
  'only-the-command-bus': [
    ['src/http/*.ts', '@nestjs/cqrs'],
    ['src/realtime/*.ts', '@nestjs/cqrs'],
  ],
  'no-circles': [['src/kernel/one-way.ts', 'src/kernel/other-way.ts']],
  'no-barrels': [['src/ports/*.ts', 'src/kernel/index.ts']],
  'no-orphans': [['src/engine/forgotten-*.ts', 'src/kernel/limits.ts']],
  'product-does-not-know-tests': [['src/*.ts', 'test/support/given.ts']],
  'product-declares-what-it-runs-on': [
    ['src/http/*.ts', 'fastify'],
    ['src/*.ts', 'vitest'],
  ],
};

export const plantings: readonly Planting[] = Object.entries(wrongs)
  .flatMap(([rule, files]) => files.map(([file, imports]) => ({ rule, file, imports })))
  .map((planting, i) => ({ ...planting, file: planting.file.replace('*', `planted-${i}`) }));

/** The house with every violation planted; all but the forgotten ones are reached from a command. */
export const plantedTree = (): Tree => ({
  ...house,
  ...Object.fromEntries(plantings.map(({ file, imports }) => [file, [...(house[file] ?? []), imports]])),
  'src/kernel/index.ts': [],
  'src/kernel/other-way.ts': ['src/kernel/one-way.ts'],
  'src/cli/planted.ts': plantings.filter(({ rule }) => rule !== 'no-orphans').map(({ file }) => file),
});

/** The text of a file with these imports. */
export const textOf = (file: string, imports: readonly string[]): string =>
  [...imports.map((name) => `import '${specifier(file, name)}';`), 'export {};', ''].join('\n');

function specifier(file: string, name: string): string {
  if (!/^(src|projections|test)\//.test(name)) return name;
  const path = relative(dirname(file), name).replace(/\.ts$/, '.js');
  return path.startsWith('.') ? path : `./${path}`;
}

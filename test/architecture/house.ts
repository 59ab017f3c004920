import { dirname, relative } from 'node:path';

/** A file of a made-up tree and what it imports: files of that tree by path, or packages and node modules by name. */
export type Tree = Readonly<Record<string, readonly string[]>>;

export const THING = 'src/modules/things/thing';
export const OTHER = 'src/modules/things/other';
/** A module without importers, so that an import planted in it makes no circle of folders. */
export const LONE = 'src/modules/lonely/lone';

/** One file of every kind, each importing what its room may. */
export const house: Tree = {
  'src/main.ts': ['src/composition/create-app.ts', 'src/config/config.ts', 'node:fs'],
  'src/config/config.ts': ['src/catalogue/limits/limits.ts', 'src/engine/effects/worker-host.ts', 'node:net'],
  'src/composition/create-app.ts': [
    'src/composition/registry.ts',
    'src/composition/stores.ts',
    'node:fs',
    '@nestjs/cqrs',
  ],
  'src/composition/registry.ts': [
    `${THING}/thing.manifest.ts`,
    `${OTHER}/other.manifest.ts`,
    `${LONE}/api/lone.dto.ts`,
    'src/modules/people/auth/application/authenticator.service.ts',
    'src/public-events/feed/event-feed.controller.ts',
    'src/realtime/gateway/gateway.ts',
    'src/webhooks/plan/dispatcher.ts',
  ],
  'src/composition/stores.ts': ['src/adapters/sqlite/events/event-store.ts'],
  'src/composition/adapters.ts': ['src/adapters/smtp/mailer.ts', 'src/adapters/passwords/argon2.ts'],
  'src/cli/audit.ts': ['src/composition/adapters.ts', 'src/engine/read-models/projector.ts', 'node:fs'],
  'src/catalogue/limits/limits.ts': [],
  'src/catalogue/errors/rejections.ts': ['src/catalogue/limits/limits.ts'],
  'src/kernel/event.ts': ['src/kernel/rejection.ts'],
  'src/kernel/rejection.ts': ['src/catalogue/errors/rejections.ts'],
  'src/ports/stores/document-store.ts': ['src/kernel/event.ts'],
  'src/ports/stores/event-store.ts': [
    'src/kernel/event.ts',
    'src/ports/stores/document-store.ts',
    'src/catalogue/limits/limits.ts',
  ],
  'src/lib/min-heap.ts': [],
  'src/fairness/loop.ts': ['src/ports/stores/event-store.ts', 'src/lib/min-heap.ts'],
  'src/processes/pool.ts': ['src/fairness/loop.ts', 'node:child_process'],
  'src/large-data/spool.ts': ['src/processes/pool.ts', 'node:fs'],
  'src/engine/log/event-log.ts': ['src/fairness/loop.ts', 'src/ports/stores/event-store.ts', 'node:crypto'],
  'src/engine/read-models/projector.ts': ['src/engine/log/event-log.ts', 'src/ports/stores/document-store.ts'],
  'src/engine/effects/worker-host.ts': ['src/kernel/event.ts'],
  'src/engine/commands/handlers-for.ts': ['src/engine/commands/command-runner.ts', '@nestjs/cqrs', '@nestjs/common'],
  'src/engine/commands/command-runner.ts': ['src/engine/log/event-log.ts'],
  'src/adapters/sqlite/events/event-store.ts': ['src/ports/stores/event-store.ts', 'src/adapters/sqlite/open.ts'],
  'src/adapters/sqlite/open.ts': ['node:sqlite', 'node:fs', 'src/large-data/spool.ts'],
  'src/adapters/smtp/mailer.ts': ['src/kernel/event.ts', 'nodemailer', 'node:net'],
  'src/adapters/passwords/argon2.ts': ['@node-rs/argon2', 'ajv', 'jose', 'pino'],
  'src/adapters/passwords/hash.worker.ts': ['src/catalogue/limits/limits.ts', '@node-rs/argon2'],
  'src/adapters/passwords/hash-child.ts': ['src/catalogue/limits/limits.ts'],
  'src/http/fields/fields.ts': [
    'src/catalogue/limits/limits.ts',
    'class-validator',
    '@nestjs/swagger',
    'reflect-metadata',
  ],
  'src/http/fields/positions.ts': ['src/kernel/event.ts'],
  'src/http/fields/paging.dto.ts': ['src/http/fields/fields.ts'],
  'src/http/openapi/endpoint/endpoint.ts': ['src/http/fields/fields.ts', '@nestjs/common'],
  'src/modules/people/auth/application/credentials/access-token.ts': [
    'src/ports/stores/event-store.ts',
    'passport-jwt',
    'node:crypto',
  ],
  'src/modules/people/auth/application/credentials/api-key.ts': ['src/kernel/event.ts', 'node:crypto'],
  'src/http/request/request-context.ts': ['src/http/openapi/endpoint/endpoint.ts', 'src/engine/log/event-log.ts'],
  'projections/things/projection.ts': [
    'src/kernel/event.ts',
    `${THING}/domain/thing.events.ts`,
    `${OTHER}/domain/other.resource.ts`,
  ],
  'projections/things/merged.ts': ['projections/things/projection.ts'],
  'projections/things/reads.ts': ['projections/things/merged.ts', 'src/ports/stores/document-store.ts'],
  [`${THING}/thing.services.ts`]: [`${THING}/application/thing.reader.ts`, '@nestjs/common'],
  [`${THING}/thing.manifest.ts`]: [
    `${THING}/thing.services.ts`,
    `${THING}/api/thing.controller.ts`,
    `${THING}/domain/thing.decider.ts`,
    'projections/things/projection.ts',
    'src/engine/read-models/projector.ts',
    '@nestjs/common',
  ],
  [`${THING}/domain/thing.commands.ts`]: ['src/kernel/event.ts'],
  [`${THING}/domain/thing.events.ts`]: ['src/kernel/event.ts'],
  [`${THING}/domain/thing.lock.ts`]: [`${THING}/domain/thing.events.ts`, 'src/catalogue/limits/limits.ts'],
  [`${THING}/domain/thing.decider.ts`]: [
    `${THING}/domain/thing.commands.ts`,
    `${THING}/domain/thing.lock.ts`,
    'src/modules/aliens/alien/domain/alien.events.ts',
  ],
  [`${THING}/application/thing.reader.ts`]: [
    `${THING}/domain/thing.decider.ts`,
    'src/engine/commands/command-runner.ts',
    'src/config/config.ts',
    '@nestjs/common',
    'node:crypto',
  ],
  [`${THING}/api/thing.dto.ts`]: [
    'src/http/fields/paging.dto.ts',
    'projections/things/projection.ts',
    `${THING}/domain/thing.events.ts`,
  ],
  [`${THING}/api/thing.access.ts`]: [
    'src/http/fields/positions.ts',
    `${THING}/application/thing.reader.ts`,
    'src/http/request/request-context.ts',
  ],
  [`${THING}/api/thing.controller.ts`]: [
    `${THING}/api/thing.access.ts`,
    `${THING}/api/thing.dto.ts`,
    `${OTHER}/application/other.service.ts`,
    'projections/things/reads.ts',
    'src/http/openapi/endpoint/endpoint.ts',
    '@nestjs/common',
  ],
  'src/modules/aliens/alien/domain/alien.events.ts': [],
  [`${OTHER}/other.manifest.ts`]: [
    `${OTHER}/api/other.views.ts`,
    `${OTHER}/domain/other.process.ts`,
    `${THING}/thing.manifest.ts`,
  ],
  [`${OTHER}/domain/other.resource.ts`]: ['src/kernel/event.ts'],
  [`${OTHER}/domain/other.process.ts`]: [`${THING}/domain/thing.events.ts`, `${THING}/domain/thing.commands.ts`],
  [`${OTHER}/application/other.service.ts`]: [
    `${THING}/application/thing.reader.ts`,
    `${THING}/domain/thing.commands.ts`,
    'projections/things/reads.ts',
  ],
  [`${OTHER}/api/other.dto.ts`]: ['src/http/fields/fields.ts', `${THING}/api/thing.dto.ts`],
  [`${OTHER}/api/other.views.ts`]: [
    `${THING}/api/thing.access.ts`,
    `${THING}/api/thing.dto.ts`,
    `${OTHER}/api/other.dto.ts`,
  ],
  [`${LONE}/api/lone.dto.ts`]: ['src/http/fields/fields.ts'],
  'src/modules/people/auth/application/authenticator.service.ts': [
    'src/modules/people/auth/application/credentials/access-token.ts',
    'src/modules/people/auth/application/credentials/api-key.ts',
    `${OTHER}/domain/other.resource.ts`,
  ],
  'src/modules/reach/webhook/domain/webhook.resource.ts': ['src/kernel/event.ts'],
  'src/public-events/published/published-event.ts': [
    `${THING}/domain/thing.events.ts`,
    `${THING}/api/thing.dto.ts`,
    'projections/things/projection.ts',
    'src/engine/log/event-log.ts',
  ],
  'src/public-events/feed/event-feed.dto.ts': ['src/http/fields/fields.ts'],
  'src/public-events/feed/event-feed.controller.ts': [
    'src/public-events/feed/event-feed.dto.ts',
    'src/public-events/published/published-event.ts',
    'src/http/openapi/endpoint/endpoint.ts',
    '@nestjs/common',
  ],
  'src/realtime/gateway/gateway.ts': [
    'src/public-events/published/published-event.ts',
    'src/http/request/request-context.ts',
    'projections/things/reads.ts',
    `${THING}/api/thing.dto.ts`,
    'socket.io',
  ],
  'src/webhooks/plan/dispatcher.ts': [
    'src/public-events/published/published-event.ts',
    'src/webhooks/send/signature.ts',
    'src/modules/reach/webhook/domain/webhook.resource.ts',
    'src/config/config.ts',
    'node:crypto',
  ],
  'src/webhooks/send/signature.ts': ['standardwebhooks'],
  'app/src/page.ts': ['src/catalogue/limits/limits.ts', 'sdk/src/tidings.ts', 'react', 'react-dom/client'],
  'sdk/src/tidings.ts': [],
  'test/support/given/given.ts': ['src/kernel/event.ts'],
};

/** The text of a file with these imports. */
export const textOf = (file: string, imports: readonly string[]): string =>
  [...imports.map((name) => `import '${specifier(file, name)}';`), 'export {};', ''].join('\n');

function specifier(file: string, name: string): string {
  if (!/^(src|projections|test|app|sdk|site)\//.test(name)) return name;
  const path = relative(dirname(file), name).replace(/\.ts$/, '.js');
  return path.startsWith('.') ? path : `./${path}`;
}

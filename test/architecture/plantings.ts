import { house, LONE, OTHER, THING, type Tree } from './house.js';

export interface Planting {
  readonly rule: string;
  readonly file: string;
  readonly imports: string;
}

/** `*` in a file's name becomes the number of the planting. */
const wrongs: Readonly<Record<string, readonly (readonly [file: string, imports: string])[]>> = {
  'catalogue-imports-nothing': [
    ['src/catalogue/errors/*.ts', 'src/kernel/event.ts'],
    ['src/catalogue/*.ts', `${THING}/domain/thing.events.ts`],
    ['src/catalogue/*.ts', 'node:crypto'],
  ],
  'kernel-is-pure': [
    ['src/kernel/*.ts', 'node:crypto'],
    ['src/kernel/*.ts', 'src/ports/stores/event-store.ts'],
    ['src/kernel/*.ts', '@nestjs/common'],
  ],
  'lib-knows-no-domain': [
    ['src/lib/*.ts', 'src/kernel/event.ts'],
    ['src/lib/*.ts', 'node:crypto'],
  ],
  'fairness-shares-what-is-scarce': [
    ['src/fairness/*.ts', 'src/engine/log/event-log.ts'],
    ['src/fairness/*.ts', '@nestjs/common'],
  ],
  'processes-run-beside-the-service': [
    ['src/processes/*.ts', 'src/large-data/spool.ts'],
    ['src/processes/*.ts', 'src/engine/log/event-log.ts'],
  ],
  'large-data-is-spooled': [
    ['src/large-data/*.ts', 'src/engine/log/event-log.ts'],
    ['src/large-data/*.ts', 'src/http/request/request-context.ts'],
  ],
  'ports-are-interfaces': [
    ['src/ports/*.ts', 'src/engine/log/event-log.ts'],
    ['src/ports/*.ts', 'node:crypto'],
  ],
  'engine-runs-on-ports': [
    ['src/engine/log/*.ts', '@nestjs/common'],
    ['src/engine/commands/*.ts', `${THING}/domain/thing.events.ts`],
    ['src/engine/erasure/*.ts', 'src/http/request/request-context.ts'],
    ['src/engine/*.ts', 'src/config/config.ts'],
  ],
  'engine-meets-nest-at-the-bus': [['src/engine/commands/handlers-for.ts', `${THING}/domain/thing.decider.ts`]],
  'settings-are-plain': [['src/config/config.ts', 'src/ports/stores/event-store.ts']],
  'adapters-serve-ports': [
    ['src/adapters/sqlite/*.ts', 'src/adapters/smtp/mailer.ts'],
    ['src/adapters/sqlite/*.ts', 'src/engine/log/event-log.ts'],
    ['src/adapters/sqlite/*.ts', '@nestjs/common'],
    ['src/adapters/sqlite/*.ts', 'src/config/config.ts'],
    ['src/adapters/sqlite/*.ts', `${THING}/domain/thing.events.ts`],
  ],
  'fields-are-a-vocabulary': [
    ['src/http/fields/*.ts', 'src/http/openapi/endpoint/endpoint.ts'],
    ['src/http/fields/*.ts', 'src/http/request/request-context.ts'],
    ['src/http/fields/*.ts', 'src/engine/log/event-log.ts'],
  ],
  'openapi-describes': [
    ['src/http/openapi/*.ts', 'src/ports/stores/event-store.ts'],
    ['src/http/openapi/*.ts', 'projections/things/reads.ts'],
  ],
  'requests-know-no-module': [
    ['src/http/request/*.ts', `${THING}/domain/thing.commands.ts`],
    ['src/http/request/*.ts', 'projections/things/reads.ts'],
    ['src/http/request/*.ts', 'src/public-events/published/published-event.ts'],
    ['src/http/request/*.ts', 'socket.io'],
  ],
  'site-serves-files': [
    ['src/http/site/*.ts', 'src/engine/log/event-log.ts'],
    ['src/http/site/*.ts', 'src/http/request/request-context.ts'],
  ],
  'projections-are-folds': [
    ['projections/things/*.ts', `${THING}/domain/thing.decider.ts`],
    ['projections/things/*.ts', `${THING}/domain/thing.commands.ts`],
    ['projections/things/*.ts', 'src/ports/stores/document-store.ts'],
    ['projections/things-*/projection.ts', 'projections/things/projection.ts'],
  ],
  'reads-ask-documents': [
    ['projections/things-*/reads.ts', 'src/ports/stores/event-store.ts'],
    ['projections/things-*/reads.ts', 'node:crypto'],
    ['projections/things-*/reads.ts', 'projections/things/reads.ts'],
  ],
  'domain-is-pure': [
    [`${LONE}/domain/*.decider.ts`, 'src/ports/stores/event-store.ts'],
    [`${LONE}/domain/*.decider.ts`, 'node:crypto'],
    [`${LONE}/domain/*.decider.ts`, `${THING}/domain/thing.decider.ts`],
    [`${LONE}/domain/*.process.ts`, `${THING}/domain/thing.lock.ts`],
    [`${LONE}/domain/*.resource.ts`, `${OTHER}/domain/other.resource.ts`],
    [`${LONE}/domain/*.commands.ts`, `${LONE}/api/lone.dto.ts`],
    [`${LONE}/domain/*.events.ts`, 'projections/things/projection.ts'],
    [`${LONE}/domain/*.events.ts`, 'src/engine/log/event-log.ts'],
    [`${LONE}/domain/*.ts`, '@nestjs/common'],
  ],
  'application-knows-no-request': [
    [`${LONE}/application/*.service.ts`, 'src/http/request/request-context.ts'],
    [`${LONE}/application/*.service.ts`, 'src/http/fields/fields.ts'],
    [`${LONE}/application/*.service.ts`, `${LONE}/api/lone.dto.ts`],
    [`${LONE}/application/*.service.ts`, `${THING}/api/thing.access.ts`],
    [`${LONE}/application/*.reader.ts`, `${THING}/domain/thing.decider.ts`],
    [`${LONE}/application/*.service.ts`, 'src/public-events/published/published-event.ts'],
    [`${LONE}/application/*.service.ts`, 'src/webhooks/plan/dispatcher.ts'],
    [`${LONE}/application/*.service.ts`, '@nestjs/swagger'],
  ],
  'dtos-are-shapes': [
    [`${LONE}/api/*.dto.ts`, 'src/http/request/request-context.ts'],
    [`${LONE}/api/*.dto.ts`, '@nestjs/swagger'],
    [`${LONE}/api/*.dto.ts`, 'projections/things/reads.ts'],
    [`${LONE}/api/*.dto.ts`, `${THING}/api/thing.access.ts`],
    [`${LONE}/api/*.dto.ts`, `${THING}/application/thing.reader.ts`],
  ],
  'api-answers-requests': [
    [`${LONE}/api/*.controller.ts`, `${THING}/domain/thing.decider.ts`],
    [`${LONE}/api/*.controller.ts`, `${THING}/api/thing.controller.ts`],
    [`${LONE}/api/*.views.ts`, 'src/realtime/gateway/gateway.ts'],
    [`${LONE}/api/*.controller.ts`, 'src/webhooks/plan/dispatcher.ts'],
    [`${LONE}/api/*.views.ts`, 'src/public-events/published/published-event.ts'],
    [`${LONE}/api/*.checks.ts`, 'prom-client'],
  ],
  'services-export-applications': [
    [`${LONE}/*.services.ts`, `${THING}/api/thing.controller.ts`],
    [`${LONE}/*.services.ts`, `${THING}/thing.manifest.ts`],
  ],
  'manifests-list-their-module': [
    [`${LONE}/*.manifest.ts`, `${THING}/application/thing.reader.ts`],
    [`${LONE}/*.manifest.ts`, 'src/webhooks/plan/dispatcher.ts'],
  ],
  'modules-stand-in-one-order': [
    ['src/modules/first/one/application/one.reader.ts', 'src/modules/first/two/application/two.reader.ts'],
    ['src/modules/first/two/application/two.service.ts', 'src/modules/first/one/application/one.service.ts'],
    ['src/modules/first/one/domain/one.process.ts', 'src/modules/first/two/domain/two.events.ts'],
    ['src/modules/first/two/domain/two.process.ts', 'src/modules/first/one/domain/one.events.ts'],
    ['src/modules/first/one/api/one.views.ts', 'src/modules/first/two/api/two.views.ts'],
    ['src/modules/first/two/api/two.access.ts', 'src/modules/second/three/api/three.access.ts'],
    ['src/modules/second/three/api/three.dto.ts', 'src/modules/first/one/api/one.dto.ts'],
  ],
  'public-events-read-the-log': [
    ['src/public-events/frames/*.ts', 'src/realtime/gateway/gateway.ts'],
    ['src/public-events/frames/*.ts', 'src/webhooks/send/signature.ts'],
    ['src/public-events/frames/*.ts', 'src/public-events/feed/event-feed.controller.ts'],
    ['src/public-events/frames/*.ts', `${THING}/api/thing.access.ts`],
    ['src/public-events/frames/*.ts', `${THING}/domain/thing.decider.ts`],
    ['src/public-events/frames/*.ts', 'src/engine/read-models/projector.ts'],
    ['src/public-events/frames/*.ts', 'src/http/fields/fields.ts'],
  ],
  'feed-answers-requests': [
    ['src/public-events/feed/*.controller.ts', 'src/realtime/gateway/gateway.ts'],
    ['src/public-events/feed/*.dto.ts', `${THING}/api/thing.dto.ts`],
  ],
  'realtime-sends-frames': [
    ['src/realtime/*.ts', 'src/webhooks/plan/dispatcher.ts'],
    ['src/realtime/*.ts', `${THING}/domain/thing.decider.ts`],
    ['src/realtime/*.ts', `${THING}/application/thing.reader.ts`],
    ['src/realtime/*.ts', 'prom-client'],
  ],
  'webhooks-deliver': [
    ['src/webhooks/*.ts', 'src/realtime/gateway/gateway.ts'],
    ['src/webhooks/*.ts', `${THING}/domain/thing.events.ts`],
    ['src/webhooks/*.ts', `${THING}/api/thing.dto.ts`],
    ['src/webhooks/*.ts', 'socket.io'],
  ],
  'sqlite-in-its-adapter': [
    ['src/engine/*.ts', 'node:sqlite'],
    ['src/adapters/smtp/*.ts', 'node:sqlite'],
  ],
  'mongodb-in-its-adapter': [['src/adapters/sqlite/*.ts', 'mongodb']],
  'eventstoredb-in-its-adapter': [['src/adapters/sqlite/*.ts', '@kurrent/kurrentdb-client']],
  'mail-in-its-adapter': [['src/adapters/sqlite/*.ts', 'nodemailer']],
  'webauthn-in-its-adapter': [['src/adapters/sqlite/*.ts', '@simplewebauthn/server']],
  'media-in-its-adapter': [
    ['src/adapters/sqlite/*.ts', 'sharp'],
    ['src/adapters/file-assets/*.ts', 'file-type'],
  ],
  's3-in-its-adapter': [['src/adapters/file-assets/*.ts', '@aws-sdk/client-s3']],
  'opentelemetry-in-its-adapter': [
    ['src/adapters/smtp/*.ts', '@opentelemetry/api'],
    ['src/adapters/sqlite/*.ts', '@opentelemetry/sdk-trace'],
  ],
  'openid-in-its-adapter': [['src/adapters/sqlite/*.ts', 'openid-client']],
  'libraries-in-adapters': ['ajv', 'ajv-formats', 're2js', 'sanitize-html', '@node-rs/argon2', 'pino'].map(
    (name) => ['src/composition/*.ts', name] as const,
  ),
  'app-is-on-the-sdk': [
    ['app/src/*.ts', 'src/kernel/event.ts'],
    ['app/src/*.ts', `${THING}/api/thing.dto.ts`],
    ['app/src/*.ts', 'socket.io'],
  ],
  'the-outside-is-behind-ports': [
    ['src/engine/log/*.ts', 'node:fs/promises'],
    ['src/http/request/*.ts', 'node:https'],
    ['src/http/server/*.ts', 'node:http'],
    ['src/realtime/*.ts', 'node:child_process'],
    ['src/webhooks/*.ts', 'node:dns'],
  ],
  'connections-are-behind-ports': [
    ['src/http/request/*.ts', 'node:net'],
    ['src/webhooks/*.ts', 'node:net'],
  ],
  'adapters-are-chosen-once': [
    ['src/composition/*.ts', 'src/adapters/smtp/mailer.ts'],
    ['src/*.ts', 'src/adapters/smtp/mailer.ts'],
  ],
  'composition-is-the-top': [['src/*.ts', 'src/composition/registry.ts']],
  'credentials-are-read-in-auth': [
    [`${LONE}/application/*.service.ts`, 'src/modules/people/auth/application/credentials/access-token.ts'],
    [`${LONE}/api/*.controller.ts`, 'src/modules/people/auth/application/credentials/api-key.ts'],
    [`${OTHER}/application/*.service.ts`, 'src/modules/people/auth/application/credentials/access-token.ts'],
  ],
  'tokens-in-credentials': [
    ['src/http/request/*.ts', 'jose'],
    [`${LONE}/application/*.service.ts`, 'passport-jwt'],
  ],
  'one-field-vocabulary': [['src/http/fields/*.ts', 'class-validator']],
  'no-transformer-magic': [['src/composition/*.ts', 'class-transformer']],
  'only-the-command-bus': [
    ['src/http/request/*.ts', '@nestjs/cqrs'],
    ['src/realtime/*.ts', '@nestjs/cqrs'],
  ],
  'no-circles': [['src/kernel/one-way.ts', 'src/kernel/other-way.ts']],
  'no-barrels': [['src/ports/*.ts', 'src/kernel/index.ts']],
  'no-orphans': [['src/engine/forgotten-*.ts', 'src/kernel/event.ts']],
  'product-does-not-know-tests': [['src/*.ts', 'test/support/given/given.ts']],
  'product-declares-what-it-runs-on': [
    ['src/http/request/*.ts', 'fastify'],
    ['src/*.ts', 'vitest'],
  ],
};

export const plantings: readonly Planting[] = Object.entries(wrongs)
  .flatMap(([rule, files]) => files.map(([file, imports]) => ({ rule, file, imports })))
  .map((planting, i) => ({ ...planting, file: planting.file.replace('*', `planted-${i}`) }));

/** Files that a planting imports and nothing else knows. */
const targets = plantings
  .filter(({ rule }) => rule === 'modules-stand-in-one-order')
  .map(({ imports }) => [imports, []] as const);

/** The house with every violation planted; all but the forgotten ones are reached from a command. */
export const plantedTree = (): Tree => ({
  ...house,
  ...Object.fromEntries(targets),
  ...Object.fromEntries(plantings.map(({ file, imports }) => [file, [...(house[file] ?? []), imports]])),
  'src/kernel/index.ts': [],
  'src/kernel/other-way.ts': ['src/kernel/one-way.ts'],
  'src/cli/planted.ts': plantings.filter(({ rule }) => rule !== 'no-orphans').map(({ file }) => file),
});

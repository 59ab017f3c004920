/** Imports that only some files may have, or none. These rules hold across the layers of layers.cjs. */

const { only, packages } = require('./rooms.cjs');

const DRIVER = 'A driver is known to its adapter alone.';
const OUTSIDE = '^(fs|fs/promises|child_process|tls|dgram|dns|dns/promises|http|https|http2)$';
const PRODUCT = '^(src|projections)/';
const ENTRANCES = '^src/(main\\.ts$|cli/|.*[.-](worker|child)\\.ts$)';

const drivers = [
  only('^src/adapters/sqlite/', 'sqlite-in-its-adapter', '^(node:)?sqlite$', DRIVER),
  only('^src/adapters/mongodb/', 'mongodb-in-its-adapter', packages('mongodb'), DRIVER),
  only('^src/adapters/eventstoredb/', 'eventstoredb-in-its-adapter', packages('@kurrent', '@eventstore'), DRIVER),
  only('^src/adapters/smtp/', 'mail-in-its-adapter', packages('nodemailer'), DRIVER),
  only('^src/adapters/simplewebauthn/', 'webauthn-in-its-adapter', packages('@simplewebauthn'), DRIVER),
  only('^src/adapters/openid-client/', 'openid-in-its-adapter', packages('openid-client', 'oauth4webapi'), DRIVER),
  only('^src/adapters/sharp-media/', 'media-in-its-adapter', packages('sharp', 'file-type'), DRIVER),
  only('^src/adapters/s3-assets/', 's3-in-its-adapter', packages('@aws-sdk'), DRIVER),
  only('^src/adapters/opentelemetry/', 'opentelemetry-in-its-adapter', packages('@opentelemetry'), DRIVER),
  only(
    '^src/adapters/',
    'libraries-in-adapters',
    packages('ajv', 'ajv-formats', 're2js', 'sanitize-html', '@node-rs/argon2', 'undici', 'pino'),
    'What compiles, cleans or hashes foreign input stands behind a port; so does the logger.',
  ),
  only(
    '^src/(adapters/|processes/|large-data/|cli/|composition/|http/server/paced-server\\.ts$|[^/]+\\.ts$)',
    'the-outside-is-behind-ports',
    { path: OUTSIDE, dependencyTypesNot: ['type-only'] },
    'Files, sockets and processes: adapters, where the program starts, and the server that clients connect to.',
  ),
  only(
    '^src/(adapters/|cli/|composition/|config/|[^/]+\\.ts$)',
    'connections-are-behind-ports',
    { path: '^net$', dependencyTypesNot: ['type-only'] },
    'As the other ways out; settings only ask node:net what kind an address is.',
  ),
  only(
    '^src/(adapters/|composition/(adapters|stores)\\.ts$|cli/)',
    'adapters-are-chosen-once',
    '^src/adapters/',
    'Only the composition and the operator commands pick adapters.',
  ),
];

const rooms = [
  only(
    '^src/(main\\.ts$|cli/|composition/)',
    'composition-is-the-top',
    '^src/composition/',
    'What is plugged into what is known to the entrances alone.',
  ),
  only(
    '^src/modules/people/(auth/application|api-key/api|signup/api)/',
    'credentials-are-read-in-auth',
    '^src/modules/people/auth/application/credentials/',
    'Tokens and API keys are read and written where credentials are the subject.',
  ),
];

const libraries = [
  only(
    '^src/(adapters/|modules/people/auth/application/credentials/)',
    'tokens-in-credentials',
    packages('jose', 'passport-jwt'),
    'Tokens are checked in one place.',
  ),
  only(
    '^src/http/fields/fields\\.ts$',
    'one-field-vocabulary',
    packages('class-validator'),
    'DTOs speak fields.ts; only fields.ts speaks class-validator.',
  ),
  only('^$', 'no-transformer-magic', packages('class-transformer'), 'Wire becomes domain by hand.'),
  only(
    '^src/(engine/commands/handlers-for|composition/[^/]+)\\.ts$',
    'only-the-command-bus',
    packages('@nestjs/cqrs'),
    'Of @nestjs/cqrs the house uses the command bus, as its command gateway; durable reactions go through the engine.',
  ),
];

const tree = [
  { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'no-barrels',
    comment: 'Import the file you mean.',
    severity: 'error',
    from: {},
    to: { path: '/index\\.ts$', pathNot: 'node_modules/' },
  },
  {
    name: 'no-orphans',
    comment: 'Every file is reached from main.ts, an operator command, or what runs as a thread or child of its own.',
    severity: 'error',
    from: { path: ENTRANCES },
    to: { path: PRODUCT, pathNot: ENTRANCES, reachable: false },
  },
  {
    name: 'product-does-not-know-tests',
    severity: 'error',
    from: { path: PRODUCT },
    to: { path: '^(test|bench|site)/' },
  },
  {
    name: 'product-declares-what-it-runs-on',
    comment: 'What is imported stands under dependencies in package.json.',
    severity: 'error',
    from: { path: PRODUCT },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
];

module.exports = { reserved: [...drivers, ...rooms, ...libraries, ...tree] };

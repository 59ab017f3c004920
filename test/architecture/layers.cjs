/** The imports of each room, top-down: a room knows only those above it. layers.spec.ts plants violations. */
const { layer, packages, rooms } = require('./rooms.cjs');
const { pages } = require('./pages.cjs');
const { reserved } = require('./reserved.cjs');

const { CATALOGUE, KERNEL, LIB, PORTS, FAIRNESS, PROCESSES, LARGE_DATA, ENGINE, LOG, CONFIG } = rooms;
const { HTTP, FIELDS, PROJECTIONS, FOLDS, PUBLIC_EVENTS } = rooms;
const { EVENTS, FACTS, RESOURCES, APPLICATIONS, APIS, SHAPES, MANIFESTS, SERVICES, NEST, INJECTION, CRYPTO } = rooms;

/** The Nest module that provides the authenticator. */
const AUTH_MODULE = '^src/modules/people/auth/auth\\.manifest\\.ts$';
/** The bearer strategy; tokens-in-credentials in reserved.cjs names its importers. */
const PASSPORT = packages('passport-jwt');
const FEED = '^src/public-events/(feed/|[^/]+\\.manifest\\.ts$)';
const MEETS_NEST = '^src/engine/commands/handlers-for\\.ts$';

/** Catalogue, kernel and lib: known everywhere below. */
const WORDS = [CATALOGUE, KERNEL, LIB];
const MACHINERY = [...WORDS, PORTS, FAIRNESS, PROCESSES, LARGE_DATA, ENGINE];

const room = (name) => `^src/modules/([^/]+)/([^/]+)/${name}/`;
const own = (rooms) => `^src/modules/$1/$2/(${rooms})/`;

const language = [
  layer('catalogue-imports-nothing', 'Facts: tables that code, OpenAPI, docs and tests read.', CATALOGUE, []),
  layer('kernel-is-pure', 'The words of the house: no library, no node module.', KERNEL, [CATALOGUE]),
  layer(
    'lib-knows-no-domain',
    'Data structures and functions of text: no rule of the house, no name of the domain.',
    LIB,
    [packages('lru-cache')],
  ),
  layer('ports-are-interfaces', 'An interface for each need from outside.', PORTS, WORDS),
];

const machinery = [
  layer(
    'fairness-shares-what-is-scarce',
    'Turns, queues, budgets and rate limits by tenant: on words and ports alone.',
    FAIRNESS,
    [...WORDS, PORTS, packages('rate-limiter-flexible')],
    { builtins: true },
  ),
  layer(
    'processes-run-beside-the-service',
    'Starts, deadlines and ends of other processes and threads.',
    PROCESSES,
    [...WORDS, PORTS, FAIRNESS],
    { builtins: true },
  ),
  layer(
    'large-data-is-spooled',
    'Bodies and values that are too large for memory.',
    LARGE_DATA,
    [...WORDS, PORTS, FAIRNESS, PROCESSES, packages('fastify')],
    { builtins: true },
  ),
  layer(
    'engine-runs-on-ports',
    'The engine knows ports, never an adapter, a module or Nest.',
    ENGINE,
    [...WORDS, PORTS, FAIRNESS],
    { not: MEETS_NEST, builtins: true },
  ),
  layer(
    'engine-meets-nest-at-the-bus',
    'The handlers of commands are the only part of the engine that knows Nest.',
    MEETS_NEST,
    [KERNEL, ENGINE, NEST],
  ),
  layer(
    'settings-are-plain',
    'Settings are read and checked before anything else runs.',
    CONFIG,
    [...WORDS, FAIRNESS, ENGINE],
    {
      builtins: true,
    },
  ),
  layer(
    'adapters-serve-ports',
    'An adapter knows ports and its driver; not the engine, not Nest, not another adapter.',
    '^src/adapters/([^/]+)/',
    [
      ...WORDS,
      PORTS,
      FAIRNESS,
      PROCESSES,
      LARGE_DATA,
      'node_modules/(?!(@nestjs|rxjs)/)',
      packages('mongodb', '@kurrent', 'nodemailer'),
    ],
    { mine: '^src/adapters/$1/', builtins: true },
  ),
];

const http = [
  layer('fields-are-a-vocabulary', 'Fields of bodies and queries, with their checks and descriptions.', FIELDS, [
    ...WORDS,
    NEST,
    packages('class-validator', 'reflect-metadata'),
  ]),
  layer('openapi-describes', 'What an endpoint declares, and the document made of it.', '^src/http/openapi/', [
    ...WORDS,
    HTTP,
    NEST,
  ]),
  layer(
    'requests-know-no-module',
    'What all requests pass: no module, no read model, no adapter.',
    '^src/http/(server|metrics|request|body|answer)/',
    [...MACHINERY, HTTP, CONFIG, NEST, packages('fastify', 'jose', 'prom-client', 'ipaddr\\.js')],
    { builtins: true },
  ),
  layer(
    'site-serves-files',
    'The built site: files by route, with what HTTP says of them.',
    '^src/http/site/',
    [PORTS, '^src/http/request/conditional\\.ts$', packages('fastify')],
    { builtins: true },
  ),
];

const readModels = [
  layer(
    'projections-are-folds',
    'Read models know events and resources, never deciders.',
    '^projections/([^/]+)/',
    [...WORDS, EVENTS, RESOURCES],
    { mine: '^projections/$1/(?!reads\\.ts$)', not: '/reads\\.ts$' },
  ),
  layer(
    'reads-ask-documents',
    'A question is asked of its own read model, through the document store.',
    '^projections/([^/]+)/reads\\.ts$',
    [...WORDS, '^src/ports/stores/(document-store|time-search)\\.ts$'],
    { mine: '^projections/$1/' },
  ),
];

const modules = [
  layer(
    'domain-is-pure',
    'Commands, events, deciders, processes, resources; of other domains their events and commands, never their deciders.',
    room('domain'),
    [...WORDS, FACTS, packages('immutable')],
    { mine: own('domain') },
  ),
  layer(
    'application-knows-no-request',
    'Services and workers on ports, engine and read models; neither http nor any api.',
    room('application'),
    [...MACHINERY, CONFIG, PROJECTIONS, FACTS, RESOURCES, APPLICATIONS, INJECTION, CRYPTO, PASSPORT],
    { mine: own('domain|application') },
  ),
  layer(
    'dtos-are-shapes',
    'The shape of the wire: fields, other shapes, the own domain, facts, and the shape of read models.',
    '^src/modules/([^/]+)/([^/]+)/api/[^/]+\\.dto\\.ts$',
    [...WORDS, FIELDS, SHAPES, FACTS, FOLDS, '^src/ports/media/asset-links\\.ts$'],
    { mine: own('domain') },
  ),
  layer(
    'api-answers-requests',
    'Controllers and what they ask first. Of other modules: application, api (no controller), events, commands, resources.',
    room('api'),
    [...MACHINERY, CONFIG, HTTP, PROJECTIONS, FACTS, RESOURCES, APPLICATIONS, APIS, NEST, packages('fastify')],
    { mine: own('domain|application|api'), not: '\\.dto\\.ts$' },
  ),
  layer(
    'manifests-list-their-module',
    'What a module consists of, and the Nest modules that it imports.',
    '^src/modules/([^/]+)/([^/]+)/[^/]+\\.manifest\\.ts$',
    [...MACHINERY, HTTP, PROJECTIONS, MANIFESTS, SERVICES, INJECTION],
    { mine: '^src/modules/$1/$2/' },
  ),
  layer(
    'services-export-applications',
    'The Nest module of the services that other modules inject: no controller, no manifest.',
    '^src/modules/([^/]+)/([^/]+)/[^/]+\\.services\\.ts$',
    [PORTS, SERVICES, INJECTION],
    { mine: '^src/modules/$1/$2/application/' },
  ),
  {
    name: 'modules-stand-in-one-order',
    comment: 'Among the domains, the applications and the apis of the modules no folder leads back to itself.',
    severity: 'error',
    scope: 'folder',
    from: { path: '^src/modules/[^/]+/[^/]+/(domain|application|api)$' },
    to: { path: '^src/modules/[^/]+/[^/]+/(domain|application|api)$', circular: true },
  },
];

const outside = [
  layer(
    'public-events-read-the-log',
    'Which events the outside is told of, and how each looks: for sockets, webhooks and the feed alike.',
    PUBLIC_EVENTS,
    [...WORDS, LOG, PROJECTIONS, EVENTS, SHAPES, '^src/ports/(stores/document-store|media/asset-links)\\.ts$'],
    {
      not: FEED,
      builtins: true,
      mine: '^src/public-events/(published|as-of|frames)/',
    },
  ),
  layer(
    'feed-answers-requests',
    'The public events to be pulled: GET /events.',
    FEED,
    [...MACHINERY, HTTP, FOLDS, NEST],
    { mine: PUBLIC_EVENTS },
  ),
  layer(
    'realtime-sends-frames',
    'Sockets: public events out, read models in.',
    '^src/realtime/',
    [...MACHINERY, HTTP, CONFIG, PROJECTIONS, PUBLIC_EVENTS, SHAPES, AUTH_MODULE, NEST, packages('socket\\.io')],
    { builtins: true },
  ),
  layer(
    'webhooks-deliver',
    'Public events delivered to the endpoint of a tenant; of the modules only the settings.',
    '^src/webhooks/',
    [
      ...MACHINERY,
      HTTP,
      CONFIG,
      PROJECTIONS,
      PUBLIC_EVENTS,
      '^src/modules/reach/webhook/domain/',
      NEST,
      packages('standardwebhooks'),
    ],
    { builtins: true },
  ),
];

module.exports = {
  forbidden: [...language, ...machinery, ...http, ...readModels, ...modules, ...outside, ...pages, ...reserved],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};

/** Who may import whom. Read top-down: each layer knows only those above it. `npm run layers` asks; layers.spec.ts proves that it bites. */
const { packages, reserved } = require('./reserved.cjs');

const KERNEL = '^src/kernel/';
const PORTS = '^src/ports/';
const ENGINE = '^src/engine/';
const HTTP = '^src/http/';
const CONFIG = '^src/config\\.ts$';
const EVENTS = '^src/modules/[^/]+/[^/]+\\.events\\.ts$';
const FACTS = '^src/modules/[^/]+/[^/]+\\.(events|commands)\\.ts$';
const RESOURCES = '^src/modules/[^/]+/[^/]+\\.resource\\.ts$';
const FOLDS = '^projections/[^/]+/projection\\.ts$';
const NEST = 'node_modules/(@nestjs|rxjs)/';

const PURE = 'commands|events|decider|process|upcasters|catalogue';
/** What a controller asks first, one subject each; the last three may be asked by other modules too. */
const ROUTES = 'controller|module|checks|content|writes|service|access|joining|views';
const DOORS = '^src/modules/[^/]+/[^/]+\\.(service|access|joining|views)\\.ts$';
/** What an event shows of a resource: the same on sockets, in webhooks and in the feed. */
const TELLING = '^src/realtime/(announcements|frames)\\.ts$';
const SHAPES = '^src/modules/[^/]+/[^/]+\\.dto\\.ts$';
const SHELL = `dto|${ROUTES}`;
const OWN_PURE = `^src/modules/$1/(?![^/]+\\.(${SHELL})\\.)`;
const module_ = (kinds) => `^src/modules/([^/]+)/[^/]+\\.(${kinds})\\.ts$`;

/** Files of `from` may import `allowed` and each other, nothing else; where `from` has a group, `own` says who "each other" is. */
const layer = (name, comment, from, allowed, { own = from, not, builtins = false } = {}) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, ...(not ? { pathNot: not } : {}) },
  to: { pathNot: [...allowed, own], ...(builtins ? { dependencyTypesNot: ['core'] } : {}) },
});

const language = [
  layer('kernel-knows-nothing', 'The language of the house: no library, no node module.', KERNEL, []),
  layer('ports-are-interfaces', 'What is needed from outside is said in kernel words.', PORTS, [KERNEL]),
];

const business = [
  layer(
    'deciding-is-pure',
    "Commands, events, deciders, processes: the kernel, and other modules' commands and events, never their deciders.",
    module_(PURE),
    [KERNEL, FACTS],
    { own: OWN_PURE },
  ),
  layer('resources-stand-alone', 'A resource is one page in kernel words.', module_('resource'), [KERNEL], {
    own: OWN_PURE,
  }),
  layer(
    'judges-are-pure',
    'What is split off a decider or a process is as pure as they are; it may digest and sign.',
    '^src/modules/([^/]+)/',
    [KERNEL, FACTS, '^(node:)?crypto$', packages('standardwebhooks')],
    { own: OWN_PURE, not: `\\.(${PURE}|resource|${SHELL})\\.ts$` },
  ),
  layer(
    'dtos-speak-fields',
    'The border of the wire: fields, shared wire shapes, kernel, the own module and the shape of read models.',
    module_('dto'),
    ['^src/http/(fields|[^/]+\\.dto)\\.ts$', SHAPES, KERNEL, FOLDS],
    { own: `^src/modules/$1/(?![^/]+\\.(${ROUTES})\\.)` },
  ),
  layer(
    'routes-are-thin',
    "Controllers, modules and what they ask first (access, checks): the frame, reads, the own module, other modules' commands, events, resources, wire shapes and doors.",
    module_(ROUTES),
    [
      KERNEL,
      PORTS,
      ENGINE,
      HTTP,
      CONFIG,
      FACTS,
      RESOURCES,
      packages('fastify'),
      DOORS,
      SHAPES,
      TELLING,
      '^projections/',
      '^(node:)?crypto$',
      NEST,
    ],
    { own: '^src/modules/$1/' },
  ),
];

const readModels = [
  layer(
    'projections-are-folds',
    'Read models know events, not deciders.',
    '^projections/([^/]+)/',
    [KERNEL, EVENTS, RESOURCES],
    { own: '^projections/$1/(?!reads\\.ts$)', not: '/reads\\.ts$' },
  ),
  layer(
    'reads-ask-documents',
    'A question is asked of a read model, through the document store.',
    '^projections/([^/]+/reads|[^/]+)\\.ts$',
    [KERNEL, '^src/ports/document-store\\.ts$', '^projections/'],
  ),
];

const machinery = [
  layer('engine-knows-ports', 'How it moves, whatever it moves on.', ENGINE, [KERNEL, PORTS], {
    not: '^src/engine/handlers-for\\.ts$',
    builtins: true,
  }),
  layer('handlers-for-knows-nest', 'The one place where the engine meets Nest.', '^src/engine/handlers-for\\.ts$', [
    KERNEL,
    PORTS,
    ENGINE,
    NEST,
  ]),
  layer(
    'adapters-serve-ports',
    'An adapter knows ports and its driver; not the engine, not Nest, not another adapter.',
    '^src/adapters/([^/]+)/',
    [KERNEL, PORTS, 'node_modules/(?!(@nestjs|rxjs)/)', packages('mongodb', '@kurrent', 'nodemailer')],
    { own: '^src/adapters/$1/', builtins: true },
  ),
];

const shell = [
  layer(
    'http-is-the-frame',
    'What all routes share: no module, no read model, no adapter.',
    HTTP,
    [
      KERNEL,
      PORTS,
      ENGINE,
      CONFIG,
      NEST,
      packages('fastify', '@fastify', 'passport', 'passport-jwt', 'reflect-metadata'),
      packages('class-validator', 'class-transformer', 'jose', 'pino', 'prom-client'),
    ],
    { builtins: true },
  ),
  layer(
    'realtime-announces-events',
    'Sockets: events out, reads in; deciders stay private.',
    '^src/realtime/',
    [KERNEL, PORTS, ENGINE, HTTP, CONFIG, EVENTS, SHAPES, '^projections/', NEST, packages('socket\\.io')],
    { builtins: true },
  ),
];

module.exports = {
  forbidden: [...language, ...business, ...readModels, ...machinery, ...shell, ...reserved],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js'],
    },
  },
};

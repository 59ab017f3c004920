/** The rooms by path, and the two kinds of rules that are made of them. */

/** Packages by name, installed or not (an optional driver may be absent). */
const packages = (...names) => `(^|node_modules/)(${names.join('|')})(/|$)`;

const rooms = {
  CATALOGUE: '^src/catalogue/',
  KERNEL: '^src/kernel/',
  LIB: '^src/lib/',
  PORTS: '^src/ports/',
  FAIRNESS: '^src/fairness/',
  PROCESSES: '^src/processes/',
  LARGE_DATA: '^src/large-data/',
  ENGINE: '^src/engine/',
  LOG: '^src/engine/log/',
  CONFIG: '^src/config/',
  HTTP: '^src/http/',
  FIELDS: '^src/http/fields/',
  PROJECTIONS: '^projections/',
  /** The shape of a read model. */
  FOLDS: '^projections/[^/]+/projection\\.ts$',
  PUBLIC_EVENTS: '^src/public-events/',

  /** Other modules may know a module's events, commands and stored resources. */
  EVENTS: '^src/modules/[^/]+/[^/]+/domain/[^/]+\\.events\\.ts$',
  FACTS: '^src/modules/[^/]+/[^/]+/domain/[^/]+\\.(events|commands)\\.ts$',
  RESOURCES: '^src/modules/[^/]+/[^/]+/domain/[^/]+\\.resource\\.ts$',
  APPLICATIONS: '^src/modules/[^/]+/[^/]+/application/',
  /** Of an api others may ask all but controllers. */
  APIS: '^src/modules/[^/]+/[^/]+/api/(?!.*\\.controller\\.ts$)',
  SHAPES: '^src/modules/[^/]+/[^/]+/api/[^/]+\\.dto\\.ts$',
  MANIFESTS: '^src/modules/[^/]+/[^/]+/[^/]+\\.manifest\\.ts$',
  SERVICES: '^src/modules/[^/]+/[^/]+/[^/]+\\.services\\.ts$',

  NEST: 'node_modules/(@nestjs|rxjs)/',
  INJECTION: packages('@nestjs/common'),
  CRYPTO: '^(node:)?crypto$',
};

/** Files of `from` may import `allowed` and `mine`, nothing else. `mine` is `from` where `from` has no group. */
const layer = (name, comment, from, allowed, { mine = from, not, builtins = false } = {}) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, ...(not ? { pathNot: not } : {}) },
  to: { pathNot: [...allowed, mine], ...(builtins ? { dependencyTypesNot: ['core'] } : {}) },
});

/** Only `holders` may import `to`. */
const only = (holders, name, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: holders },
  to: typeof to === 'string' ? { path: to } : to,
});

module.exports = { layer, only, packages, rooms };

import { appendAll } from '../append-all.js';
import { segments } from '../template.js';
import { index } from '../value-at.js';

/** Schemas that one call looks at. A schema that needs more declares nothing and excludes nothing. */
export const MOST_STEPS = 200_000;

type Schema = Readonly<Record<string, unknown>>;

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const own = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

function anchors(root: unknown): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  const open = [root];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const anchor = own(at, '$anchor');
    if (typeof anchor === 'string') found.set(anchor, at);
    for (const inner of Object.values(at as object)) if (typeof inner === 'object' && inner !== null) open.push(inner);
  }
  return found;
}

function atPointer(root: unknown, ref: string): unknown {
  try {
    const tokens = decodeURIComponent(ref).split('/').slice(1);
    return tokens.reduce((at: unknown, token) => own(at, token.replaceAll('~1', '/').replaceAll('~0', '~')), root);
  } catch {
    return undefined;
  }
}

/** Target of a local `$ref` of a schema; undefined for any other. */
export function localRefs(schema: unknown): (ref: unknown) => unknown {
  const named = isSchema(schema) ? anchors(schema) : new Map<string, unknown>();
  const targets = new Map<string, unknown>();
  return (ref) => {
    if (typeof ref !== 'string' || !ref.startsWith('#')) return undefined;
    if (!targets.has(ref))
      targets.set(ref, ref === '#' || ref.startsWith('#/') ? atPointer(schema, ref) : named.get(ref.slice(1)));
    return targets.get(ref);
  };
}

/** The schema that a schema has for an element of a list; undefined where it has none, or the segment names no element. */
export const elementOf = (schema: unknown, segment: string): unknown =>
  index(segment) === undefined ? undefined : (own(own(schema, 'prefixItems'), segment) ?? own(schema, 'items'));

/** The schemas a member of the value would have to follow. */
const inner = (schema: unknown, segment: string): readonly unknown[] => [
  own(own(schema, 'properties'), segment),
  elementOf(schema, segment),
];

/**
 * The paths that a schema does not declare. Declarations are in `properties`, `items` and `prefixItems`, through local
 * `$ref`, in any branch of `allOf`, `anyOf` and `oneOf`.
 */
export function undeclared(schema: unknown, paths: readonly string[]): readonly string[] {
  const target = localRefs(schema);
  let steps = 0;

  /** With all that judge the same value; `false` lets no value be. */
  function together(schemas: readonly unknown[]): ReadonlySet<unknown> {
    const all = new Set<unknown>();
    const open = [...schemas];
    while (open.length > 0 && steps < MOST_STEPS) {
      steps++;
      const at = open.pop();
      if ((at !== true && !isSchema(at)) || all.has(at)) continue;
      all.add(at);
      const ref = target(own(at, '$ref'));
      if (ref !== undefined) open.push(ref);
      for (const word of ['allOf', 'anyOf', 'oneOf']) {
        const branches = own(at, word);
        if (Array.isArray(branches)) appendAll(open, branches as unknown[]);
      }
    }
    return all;
  }

  const declares = (path: string): boolean => {
    const names = segments(path);
    if (!names) return false;
    let reached = together([schema]);
    for (const segment of names) reached = together([...reached].flatMap((at) => inner(at, segment)));
    return reached.size > 0 && steps < MOST_STEPS;
  };

  return paths.filter((path) => !declares(path));
}

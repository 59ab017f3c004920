/** A difference of two JSON values; a member that is absent is undefined. */
export interface Difference {
  readonly op: 'add' | 'remove' | 'replace';
  /** RFC 6901. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Where there are more, only the members that differ are listed. */
const MOST = 1_000;

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

const areAlike = (a: unknown, b: unknown): boolean =>
  isObject(a) && isObject(b) && Array.isArray(a) === Array.isArray(b);

export const isSame = (a: unknown, b: unknown): boolean => {
  if (!areAlike(a, b)) return a === b;
  const [one, other] = [a as Members, b as Members];
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]));
};

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

export function differences(before: unknown, after: unknown): readonly Difference[] {
  const found: Difference[] = [];
  return collect(before, after, '', found) ? found : shallow(before, after);
}

/** False where there are too many. */
function collect(before: unknown, after: unknown, path: string, found: Difference[]): boolean {
  if (!areAlike(before, after)) {
    if (before !== after) found.push(difference(before, after, path));
    return found.length <= MOST;
  }
  return namesOf(before, after).every((name) =>
    collect((before as Members)[name], (after as Members)[name], `${path}/${escaped(name)}`, found),
  );
}

const shallow = (before: unknown, after: unknown): readonly Difference[] =>
  namesOf(before, after).flatMap((name) => {
    const [was, is] = [(before as Members)[name], (after as Members)[name]];
    return isSame(was, is) ? [] : [difference(was, is, `/${escaped(name)}`)];
  });

const namesOf = (before: unknown, after: unknown): readonly string[] => [
  ...new Set([...Object.keys(before as Members), ...Object.keys(after as Members)]),
];

function difference(before: unknown, after: unknown, path: string): Difference {
  if (before === undefined) return { op: 'add', path, after };
  return after === undefined ? { op: 'remove', path, before } : { op: 'replace', path, before, after };
}

/** The value at an RFC 6901 path; undefined where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const part of path.split('/').slice(1)) {
    if (!isObject(found) || !Object.prototype.propertyIsEnumerable.call(found, unescaped(part))) return undefined;
    found = found[unescaped(part)];
  }
  return found;
}

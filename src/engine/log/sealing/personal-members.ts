/** Members by name, those of inner objects in a table of their own. */
export type MemberTree = ReadonlyMap<string, MemberTree | undefined>;

type Members = Readonly<Record<string, unknown>>;

/** The tree of dotted paths; undefined where there are none. */
export function memberTree(paths: readonly string[]): MemberTree | undefined {
  if (paths.length === 0) return undefined;
  const byName = Map.groupBy(paths, (path) => path.split('.', 1)[0] ?? '');
  return new Map(
    [...byName].map(([name, some]) => [
      name,
      memberTree(some.filter((path) => path !== name).map((path) => path.slice(name.length + 1))),
    ]),
  );
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The data without the members of the tree, and those members in the same shape; undefined where there are none. */
export function taken(data: Members, tree: MemberTree): readonly [rest: Members, members: Members | undefined] {
  let isFound = false;
  const rest: Record<string, unknown> = {};
  const members: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(data)) {
    const inner = tree.get(name);
    if (!tree.has(name)) rest[name] = value;
    else if (inner === undefined) {
      isFound = true;
      members[name] = value;
    } else if (!isObject(value)) rest[name] = value;
    else {
      const [left, found] = taken(value, inner);
      rest[name] = left;
      if (found === undefined) continue;
      isFound = true;
      members[name] = found;
    }
  }
  return isFound ? [rest, members] : [data, undefined];
}

/** Undoes `taken`, of any tree. */
export function putBack(data: Members, members: Members): Members {
  const whole: Record<string, unknown> = { ...data };
  for (const [name, value] of Object.entries(members)) {
    const there = data[name];
    whole[name] = isObject(there) && isObject(value) ? putBack(there, value) : value;
  }
  return whole;
}

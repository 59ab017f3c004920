import { isMembers } from './members.js';

/** A member that two people changed in different ways. */
export interface Conflict {
  readonly path: readonly string[];
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Merged {
  /** Has their value where there is a conflict. Undefined: the member is gone. */
  readonly value: unknown;
  readonly conflicts: readonly Conflict[];
}

/** Whether two JSON values are the same. The order of members does not count. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, at) => isSame(each, other[at]));
  if (!isMembers(one) || !isMembers(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
}

/** Joins two changes of one state. Members that only one of them changed need no question. */
export function merge(base: unknown, mine: unknown, theirs: unknown, path: readonly string[] = []): Merged {
  if (isSame(mine, theirs) || isSame(mine, base)) return { value: theirs, conflicts: [] };
  if (isSame(theirs, base)) return { value: mine, conflicts: [] };
  if (!isMembers(mine) || !isMembers(theirs)) return { value: theirs, conflicts: [{ path, mine, theirs }] };
  const before = isMembers(base) ? base : {};
  const parts = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].map((name) => ({
    name,
    part: merge(before[name], mine[name], theirs[name], [...path, name]),
  }));
  const kept = parts.filter(({ part }) => part.value !== undefined);
  return {
    value: Object.fromEntries(kept.map(({ name, part }) => [name, part.value])),
    conflicts: parts.flatMap(({ part }) => part.conflicts),
  };
}

/** The value with another part at a path. Undefined removes it. */
export function withPart(value: unknown, [name, ...rest]: readonly string[], part: unknown): unknown {
  if (name === undefined) return part;
  const { [name]: before, ...others } = isMembers(value) ? value : {};
  const next = withPart(before, rest, part);
  return next === undefined ? others : { ...(isMembers(value) ? value : {}), [name]: next };
}

// Imports nothing, so that the processes for large values can load it from source.

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value after a merge patch (RFC 7396): objects are merged, null removes a member, other values replace. */
export function mergePatch(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map<string, unknown>(isObject(value) ? Object.entries(value) : []);
  for (const [name, each] of Object.entries(patch)) {
    if (each === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), each));
  }
  return Object.fromEntries(merged);
}

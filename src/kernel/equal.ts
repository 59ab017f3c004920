const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Deep equality of JSON values. The order of keys does not count, and a key with undefined counts as missing. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((each, i) => equal(each, b[i]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const keysOf = (value: object) => Object.entries(value).filter(([, each]) => each !== undefined);
  const own = keysOf(a);
  return own.length === keysOf(b).length && own.every(([key, each]) => Object.hasOwn(b, key) && equal(each, b[key]));
}

const INDEX = /^(0|[1-9]\d{0,9})$/;

/** The number of a list element, in its one written form. */
export const index = (segment: string): number | undefined => (INDEX.test(segment) ? Number(segment) : undefined);

/** An own member of an object, or an element of a list; undefined where there is none. */
export function member(value: unknown, segment: string): unknown {
  if (Array.isArray(value)) {
    const at = index(segment);
    return at === undefined ? undefined : (value[at] as unknown);
  }
  const holds = typeof value === 'object' && value !== null && Object.hasOwn(value, segment);
  return holds ? (value as Record<string, unknown>)[segment] : undefined;
}

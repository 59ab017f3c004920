/** Bytes of V8's heap. A character is counted as two, because one letter beyond Latin-1 makes it so for the whole string. */
const BYTES = { string: 24, character: 2, number: 16, other: 8, array: 32, object: 56, field: 8, map: 96, slot: 48 };
/** From this number of fields on, V8 keeps the names of an object with the object. */
const SHARED_NAMES = 64;
const MOST_PARTS = 100_000;

/** The values inside a container, and the bytes of the container itself. */
function partsOf(
  container: object,
  most: number,
): { readonly own: number; readonly parts: readonly unknown[] | undefined } {
  if (ArrayBuffer.isView(container)) return { own: BYTES.map + container.byteLength, parts: [] };
  if (Array.isArray(container)) return { own: BYTES.array + BYTES.field * container.length, parts: container };
  if (container instanceof Map || container instanceof Set) {
    const own = BYTES.map + BYTES.slot * container.size;
    return { own, parts: container.size > most ? undefined : [...container.entries()].flat() };
  }
  const names = Object.keys(container);
  const own = BYTES.object + BYTES.field * names.length;
  const named =
    names.length < SHARED_NAMES
      ? 0
      : names.reduce((sum, name) => sum + BYTES.slot + BYTES.string + BYTES.character * name.length, 0);
  return { own: own + named, parts: names.length > most ? undefined : Object.values(container) };
}

/**
 * Estimated heap bytes of a value made of strings, numbers, arrays, objects, maps and sets; mostly more than it takes.
 * Infinity for a value of more than `most` parts, so that the work is bounded.
 */
export function sizeOf(value: unknown, most: number = MOST_PARTS): number {
  let bytes = 0;
  let count = 0;
  const open: (readonly unknown[])[] = [[value]];
  for (let values = open.pop(); values !== undefined; values = open.pop()) {
    count += values.length;
    if (count > most) return Number.POSITIVE_INFINITY;
    for (const each of values) {
      if (typeof each === 'string') bytes += BYTES.string + BYTES.character * each.length;
      else if (typeof each === 'number') bytes += BYTES.number;
      else if (typeof each !== 'object' || each === null) bytes += BYTES.other;
      else {
        const { own, parts } = partsOf(each, most);
        if (parts === undefined) return Number.POSITIVE_INFINITY;
        bytes += own;
        if (parts.length > 0) open.push(parts);
      }
    }
  }
  return bytes;
}

/** The size of a value that grows bit by bit. */
export interface GrowingSize {
  readonly bytes: number;
  /** Bytes when it was last measured as a whole; 0 before that. */
  readonly measured: number;
}

export const NO_SIZE: GrowingSize = { bytes: 0, measured: 0 };

export function wholeSize(value: unknown): GrowingSize {
  const bytes = sizeOf(value);
  return { bytes, measured: bytes };
}

const GROWTH_BYTES = 1_024;

/**
 * Size after `added` bytes went into a value. It is measured as a whole only when it may have doubled, so that
 * n additions cost O(n) in all. A value of too many parts to be measured counts as the sum of what went in.
 */
export function grownSize(before: GrowingSize, added: number, value: unknown): GrowingSize {
  const bytes = before.bytes + added;
  const isClose = before.measured > 0 && bytes <= 2 * before.measured + GROWTH_BYTES;
  if (isClose) return { bytes, measured: before.measured };
  const whole = wholeSize(value);
  return whole.bytes === Number.POSITIVE_INFINITY ? { bytes, measured: bytes } : whole;
}

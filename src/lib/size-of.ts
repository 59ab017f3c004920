/** Bytes of V8's heap. A character is counted as two, because one letter beyond Latin-1 makes it so for the whole string. */
const BYTES = { string: 24, character: 2, number: 16, other: 8, array: 32, object: 56, field: 8, map: 96, slot: 48 };
/** From so many fields on, V8 keeps an object's names with the object. */
const SHARED_NAMES = 64;
const MOST_PARTS = 100_000;

type Fields = Readonly<Record<string, unknown>>;

/** A value being measured: what was counted so far and which containers are still to be counted. */
class Measure {
  bytes = 0;
  parts = 0;
  readonly open: object[] = [];

  add(value: unknown): void {
    this.parts++;
    if (typeof value === 'string') this.bytes += BYTES.string + BYTES.character * value.length;
    else if (typeof value === 'number') this.bytes += BYTES.number;
    else if (typeof value === 'object' && value !== null) this.open.push(value);
    else this.bytes += BYTES.other;
  }

  addParts(container: object, most: number): void {
    if (ArrayBuffer.isView(container)) {
      this.bytes += BYTES.map + container.byteLength;
    } else if (Array.isArray(container)) {
      this.bytes += BYTES.array + BYTES.field * container.length;
      if (this.parts + container.length > most) this.parts = Number.POSITIVE_INFINITY;
      else for (const item of container) this.add(item);
    } else if (container instanceof Map || container instanceof Set) {
      this.bytes += BYTES.map + BYTES.slot * container.size;
      if (this.parts + container.size > most) this.parts = Number.POSITIVE_INFINITY;
      else for (const pair of container.entries()) for (const item of pair) this.add(item);
    } else {
      this.addFields(container as Fields, most);
    }
  }

  private addFields(container: Fields, most: number): void {
    const names = Object.keys(container);
    this.bytes += BYTES.object + BYTES.field * names.length;
    if (this.parts + names.length > most) this.parts = Number.POSITIVE_INFINITY;
    else for (const name of names) this.add(container[name]);
    if (names.length < SHARED_NAMES) return;
    for (const name of names) this.bytes += BYTES.slot + BYTES.string + BYTES.character * name.length;
  }
}

/**
 * Estimated heap bytes of a value made of strings, numbers, arrays, objects, maps and sets; mostly more than it takes.
 * Infinity for a value of more than `most` parts, so that the work is bounded.
 */
export function sizeOf(value: unknown, most: number = MOST_PARTS): number {
  const measure = new Measure();
  measure.add(value);
  for (let next = measure.open.pop(); next !== undefined; next = measure.open.pop()) {
    measure.addParts(next, most);
    if (measure.parts > most) return Number.POSITIVE_INFINITY;
  }
  return measure.bytes;
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

/** Texts in one block of memory, by number. */
export class TextTable {
  readonly bytes: Buffer;
  /** Where each text ends. */
  readonly ends: Uint32Array;

  constructor(bytes: Buffer, ends: Uint32Array) {
    this.bytes = bytes;
    this.ends = ends;
  }

  get size(): number {
    return this.ends.length;
  }

  at(n: number): string {
    return this.bytes.toString('utf8', n === 0 ? 0 : this.ends[n - 1], this.ends[n]);
  }

  /** Number of the first text that is not less. The texts must be sorted by code units. */
  lowerBound(text: string): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const FIRST_BYTES = 65_536;
const GROWTH = 1.5;

/** Takes a known number of texts one by one. */
export class TextTableBuilder {
  private bytes = Buffer.alloc(FIRST_BYTES);
  private end = 0;
  private count = 0;
  private readonly ends: Uint32Array;

  constructor(size: number) {
    this.ends = new Uint32Array(size);
  }

  add(text: string): void {
    const most = this.end + 3 * text.length;
    if (most > this.bytes.length) this.bytes = Buffer.concat([this.bytes], Math.ceil(most * GROWTH));
    this.end += this.bytes.write(text, this.end);
    this.ends[this.count++] = this.end;
  }

  build(): TextTable {
    return new TextTable(this.bytes.subarray(0, this.end), this.ends);
  }
}

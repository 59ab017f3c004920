/** Groups of one page: a bit for each. */
const PAGE_BITS = 65_536;
const PAGE_BYTES = PAGE_BITS / 8;

function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Numbers of search groups as bits, in pages: a million groups take 125 KB, whichever of them it holds. */
export class GroupSet {
  private readonly pages = new Map<number, Int32Array>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  get bytes(): number {
    return this.pages.size * PAGE_BYTES;
  }

  has(group: number): boolean {
    const word = this.pages.get(Math.floor(group / PAGE_BITS))?.[(group % PAGE_BITS) >>> 5] ?? 0;
    return (word & (1 << (group & 31))) !== 0;
  }

  add(group: number): void {
    const page = this.pageOf(Math.floor(group / PAGE_BITS));
    const [at, bit] = [(group % PAGE_BITS) >>> 5, 1 << (group & 31)];
    const before = page[at] ?? 0;
    if ((before & bit) !== 0) return;
    page[at] = before | bit;
    this.count++;
  }

  and(other: GroupSet): GroupSet {
    return this.combined(other, (own, others) => own & others);
  }

  without(other: GroupSet): GroupSet {
    return this.combined(other, (own, others) => own & ~others);
  }

  /** Ascending. */
  *numbers(): Generator<number> {
    for (const number of [...this.pages.keys()].sort((a, b) => a - b)) {
      for (const [at, word] of this.pageOf(number).entries()) {
        for (let rest = word; rest !== 0; rest &= rest - 1)
          yield number * PAGE_BITS + at * 32 + (31 - Math.clz32(rest & -rest));
      }
    }
  }

  /** Ascending, in slices of at most `length`. */
  *slices(length: number): Generator<readonly number[]> {
    let slice: number[] = [];
    for (const number of this.numbers()) {
      slice.push(number);
      if (slice.length < length) continue;
      yield slice;
      slice = [];
    }
    if (slice.length > 0) yield slice;
  }

  private combined(other: GroupSet, combine: (own: number, others: number) => number): GroupSet {
    const result = new GroupSet();
    for (const [number, page] of this.pages) {
      const others = other.pages.get(number);
      const words = others ? page.map((own, at) => combine(own, others[at] ?? 0)) : page.map((own) => combine(own, 0));
      const bits = words.reduce((sum, word) => sum + bitsOf(word), 0);
      if (bits === 0) continue;
      result.pages.set(number, words);
      result.count += bits;
    }
    return result;
  }

  private pageOf(number: number): Int32Array {
    const known = this.pages.get(number);
    if (known) return known;
    const page = new Int32Array(PAGE_BITS / 32);
    this.pages.set(number, page);
    return page;
  }
}

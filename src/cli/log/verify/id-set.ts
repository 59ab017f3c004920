import { UUID } from '../../../kernel/ids.js';

const WORDS = 4;
const FIRST_CAPACITY = 1_024;

/** UUIDs in 32 to 64 bytes each, with the room to grow. */
export class IdSet {
  private words = new Uint32Array(FIRST_CAPACITY * WORDS);
  private used = 0;
  /** Ids of another form, which the service does not make. */
  private readonly others = new Set<string>();

  /** False: the set has it already. */
  add(id: string): boolean {
    const digits = id.replaceAll('-', '');
    const words = [0, 8, 16, 24].map((at) => Number.parseInt(digits.slice(at, at + 8), 16));
    if (!UUID.test(id) || words.every((word) => word === 0)) {
      const isNew = !this.others.has(id);
      this.others.add(id);
      return isNew;
    }
    if (this.used * 2 >= this.capacity) this.grow();
    const isNew = put(this.words, words);
    if (isNew) this.used++;
    return isNew;
  }

  private get capacity(): number {
    return this.words.length / WORDS;
  }

  private grow(): void {
    const larger = new Uint32Array(this.words.length * 2);
    for (let at = 0; at < this.words.length; at += WORDS) {
      const words = this.words.subarray(at, at + WORDS);
      if (words.some((word) => word !== 0)) put(larger, words);
    }
    this.words = larger;
  }
}

/** Into a table of open addressing, whose capacity is a power of two. */
function put(table: Uint32Array, words: ArrayLike<number>): boolean {
  const mask = table.length / WORDS - 1;
  const [a = 0, b = 0, c = 0, d = 0] = [words[0], words[1], words[2], words[3]];
  for (let slot = (d ^ Math.imul(c, 0x9e3779b1)) & mask; ; slot = (slot + 1) & mask) {
    const at = slot * WORDS;
    if (table[at] === a && table[at + 1] === b && table[at + 2] === c && table[at + 3] === d) return false;
    if (table[at] === 0 && table[at + 1] === 0 && table[at + 2] === 0 && table[at + 3] === 0) {
      table.set([a, b, c, d], at);
      return true;
    }
  }
}

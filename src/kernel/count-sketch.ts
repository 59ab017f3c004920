const ROWS = 4;
/** A power of two. */
const WIDTH = 262_144;

/** 32 well-mixed bits of a text. Clients do not know the seed, so they cannot choose texts that have the same. */
function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x9e37_79b1);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, 0x85eb_ca6b);
  return hash ^ (hash >>> 13);
}

/**
 * Counts any number of keys in 4 MiB (count-min sketch, Cormode and Muthukrishnan 2005). The count of a key is too high
 * where other keys share its counter in each row: by about 1 once half a million others were counted.
 */
export class CountSketch {
  private readonly counters = new Uint32Array(ROWS * WIDTH);
  private readonly seeds: readonly number[];

  /** @param seed unknown to those who choose the keys */
  constructor(seed: string) {
    this.seeds = Array.from({ length: ROWS }, (_, row) => hashOf(seed, row + 1));
  }

  add(key: string): void {
    for (const place of this.placesOf(key)) this.counters[place] = this.at(place) + 1;
  }

  /** Takes back what was added before. */
  subtract(key: string): void {
    if (this.count(key) === 0) return;
    for (const place of this.placesOf(key)) this.counters[place] = this.at(place) - 1;
  }

  count(key: string): number {
    return Math.min(...this.placesOf(key).map((place) => this.at(place)));
  }

  private placesOf(key: string): readonly number[] {
    return this.seeds.map((seed, row) => row * WIDTH + (hashOf(key, seed) & (WIDTH - 1)));
  }

  private at(place: number): number {
    return this.counters[place] as number;
  }
}

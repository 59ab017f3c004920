import { MinHeap } from '../lib/min-heap.js';
import { sizeOf } from '../lib/size-of.js';
import { CountSketch } from './count-sketch.js';

/** Bytes of a key's counts and of its place, beside those of the key. */
const COUNT_BYTES = 96;

interface Count {
  own: number;
  elsewhere: number;
}

export interface RateWindowBounds {
  /** Estimated bytes of the keys that are counted one by one. */
  readonly bytes: number;
  /** Unknown to those who choose the keys. */
  readonly seed: string;
}

/** Counts the requests of one window by key: as many keys one by one as fit into the bound, further ones in a sketch. */
export class RateWindow {
  private readonly counts = new Map<string, Count>();
  private bytes = 0;
  private further: CountSketch | undefined;

  constructor(private readonly bounds: RateWindowBounds) {}

  count(key: string): number {
    const known = this.counts.get(key);
    return known ? known.own + known.elsewhere : (this.further?.count(key) ?? 0);
  }

  add(key: string): void {
    const known = this.known(key);
    if (known) {
      known.own++;
      return;
    }
    this.further ??= new CountSketch(this.bounds.seed);
    this.further.add(key);
  }

  subtract(key: string): void {
    const known = this.counts.get(key);
    if (!known) this.further?.subtract(key);
    else if (known.own > 0) known.own--;
  }

  /** Notes the count of other processes. It is dropped for a key beyond the bound. */
  noteElsewhere(key: string, count: number): void {
    const known = this.known(key);
    if (known) known.elsewhere = count;
  }

  /** The highest counts of this process by key. */
  busiest(most: number): ReadonlyMap<string, number> {
    const heap = new MinHeap<readonly [string, number]>(([, own]) => own);
    let least = 0;
    for (const [key, { own }] of this.counts) {
      if (own <= least) continue;
      heap.push([key, own]);
      if (heap.size > most) least = heap.pop()?.[1] ?? least;
    }
    const found = new Map<string, number>();
    for (let next = heap.pop(); next; next = heap.pop()) found.set(...next);
    return found;
  }

  private known(key: string): Count | undefined {
    const known = this.counts.get(key);
    if (known) return known;
    const bytes = COUNT_BYTES + sizeOf(key);
    if (this.bytes + bytes > this.bounds.bytes) return undefined;
    const count = { own: 0, elsewhere: 0 };
    this.bytes += bytes;
    this.counts.set(key, count);
    return count;
  }
}

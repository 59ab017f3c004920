import { sizeOf } from './size-of.js';

/** Bytes that the cache spends on an entry beside its key and value. */
const ENTRY_BYTES = 96;

export interface LruBounds<V> {
  /** Budget in estimated bytes: keys, values and the cache's own share. */
  readonly bytes: number;
  /** Largest number of entries. Default: the budget alone decides. */
  readonly entries?: number;
  /** Estimated bytes of a value. Default: `sizeOf`. */
  readonly sizeOf?: (value: V) => number;
}

export interface LruCache<K, V> {
  /** Estimated bytes of everything that is kept; never more than the budget. */
  readonly bytes: number;
  get(key: K): V | undefined;
  /**
   * Replaces what was kept under the key. A value larger than the budget is not kept.
   * @param bytes size of the value, where the caller knows it
   */
  set(key: K, value: V, bytes?: number): void;
  delete(key: K): void;
  clear(): void;
}

interface Kept<V> {
  readonly value: V;
  readonly bytes: number;
}

class Generation<K, V> {
  readonly entries = new Map<K, Kept<V>>();
  bytes = 0;

  add(key: K, kept: Kept<V>): void {
    this.entries.set(key, kept);
    this.bytes += kept.bytes;
  }

  /** False where it has no such entry or would hold more than `most` bytes. */
  replace(key: K, kept: Kept<V>, most: number): boolean {
    const before = this.entries.get(key);
    if (!before || this.bytes - before.bytes + kept.bytes > most) return false;
    this.entries.set(key, kept);
    this.bytes += kept.bytes - before.bytes;
    return true;
  }

  remove(key: K): void {
    const kept = this.entries.get(key);
    if (kept && this.entries.delete(key)) this.bytes -= kept.bytes;
  }
}

/**
 * Keeps the entries used last: an entry of at most half the budget stays until later uses of others fill half the budget.
 * Two generations, because a single map that loses its oldest entry with each new one gets slow.
 */
export function lruCache<K, V>(bounds: LruBounds<V>): LruCache<K, V> {
  const { bytes: budget, entries: most = Number.POSITIVE_INFINITY, sizeOf: measure = sizeOf } = bounds;
  let young = new Generation<K, V>();
  let old = new Generation<K, V>();

  function add(key: K, kept: Kept<V>): void {
    if (young.bytes + kept.bytes > budget / 2 || young.entries.size >= most / 2) {
      old = young;
      young = new Generation();
    }
    const isOver = old.bytes + young.bytes + kept.bytes > budget || old.entries.size + young.entries.size >= most;
    if (isOver) old = new Generation();
    young.add(key, kept);
  }

  return {
    get bytes() {
      return young.bytes + old.bytes;
    },
    get(key) {
      const kept = young.entries.get(key);
      if (kept) return kept.value;
      const older = old.entries.get(key);
      if (!older) return undefined;
      old.remove(key);
      add(key, older);
      return older.value;
    },
    set(key, value, bytes = measure(value)) {
      const kept = { value, bytes: ENTRY_BYTES + sizeOf(key) + bytes };
      if (young.replace(key, kept, Math.min(budget / 2, budget - old.bytes))) return;
      young.remove(key);
      old.remove(key);
      if (kept.bytes <= budget) add(key, kept);
    },
    delete(key) {
      young.remove(key);
      old.remove(key);
    },
    clear() {
      young = new Generation();
      old = new Generation();
    },
  };
}

import { LRUCache } from 'lru-cache';
import { sizeOf } from './size-of.js';

/** Bytes that the cache spends on an entry in addition to its key and value. */
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
  /** Estimated bytes of all entries; at most the budget. */
  readonly bytes: number;
  get(key: K): V | undefined;
  /**
   * Replaces the entry of the key. A value larger than the budget is not kept.
   * @param bytes size of the value, where the caller knows it
   */
  set(key: K, value: V, bytes?: number): void;
  delete(key: K): void;
  clear(): void;
}

/** A cache that evicts the entry used least recently once its budget of bytes is spent. */
export function lruCache<K extends {}, V extends {}>(bounds: LruBounds<V>): LruCache<K, V> {
  const { bytes, entries, sizeOf: measure = sizeOf } = bounds;
  const cache = new LRUCache<K, V>({ maxSize: bytes, ...(entries === undefined ? {} : { max: entries }) });
  return {
    get bytes() {
      return cache.calculatedSize;
    },
    get: (key) => cache.get(key),
    set(key, value, size = measure(value)) {
      // The library counts the size of a value once, and this one may have grown.
      cache.delete(key);
      if (Number.isFinite(size)) cache.set(key, value, { size: ENTRY_BYTES + sizeOf(key) + size });
    },
    delete: (key) => void cache.delete(key),
    clear: () => cache.clear(),
  };
}

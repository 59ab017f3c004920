import { type LruBounds, lruCache } from '../../../lib/lru-cache.js';
import { sizeOf } from '../../../lib/size-of.js';

/** Values used last, by tenant and key. */
export interface DocumentMemory<V> {
  get(tenant: number, key: string): V | undefined;
  set(tenant: number, key: string, value: V): void;
  delete(tenant: number, key: string): void;
  clear(): void;
}

interface Owned<V> {
  readonly tenant: number;
  readonly value: V;
}

const OWNER_BYTES = 40;

/** Joining tenant and key costs more than the look-up, so two tenants with the same key share one entry: the later's. */
export function documentMemory<V>({ sizeOf: measure = sizeOf, ...bounds }: LruBounds<V>): DocumentMemory<V> {
  const kept = lruCache<string, Owned<V>>({ ...bounds, sizeOf: ({ value }) => OWNER_BYTES + measure(value) });
  return {
    get(tenant, key) {
      const found = kept.get(key);
      return found?.tenant === tenant ? found.value : undefined;
    },
    set: (tenant, key, value) => kept.set(key, { tenant, value }),
    delete(tenant, key) {
      if (kept.get(key)?.tenant === tenant) kept.delete(key);
    },
    clear: kept.clear,
  };
}

import { lruCache } from '../../kernel/lru-cache.js';

/** What was used lately, by tenant and key. */
export interface Memory<V> {
  get(tenant: number, key: string): V | undefined;
  set(tenant: number, key: string, value: V): void;
  clear(): void;
}

/** To join tenant and key costs more than to look up, so of two tenants with the same key only the later is remembered. */
export function documentMemory<V>(capacity: number): Memory<V> {
  const kept = lruCache<string, { readonly tenant: number; readonly value: V }>(capacity);
  return {
    get(tenant, key) {
      const found = kept.get(key);
      return found?.tenant === tenant ? found.value : undefined;
    },
    set: (tenant, key, value) => kept.set(key, { tenant, value }),
    clear: kept.clear,
  };
}

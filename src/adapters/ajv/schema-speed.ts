import { cacheBudgets } from '../../catalogue/cache-budgets.js';
import { lruCache } from '../../kernel/lru-cache.js';

const QUICK_MS = 250;
const SLOW_FOR_MS = 300_000;

export interface SchemaOfTenant {
  readonly tenantId: string;
  readonly digest: string;
}

/** How much time of a processor schemas took to run, by their digest. */
export interface SchemaSpeed {
  /**
   * A job took at most 250 ms, and no job of the tenant had to be ended in the last five minutes. A schema that never ran
   * is not known to be quick.
   */
  isQuick(schema: SchemaOfTenant): boolean;
  /** A job had to be ended in the last five minutes. */
  isSlow(digest: string): boolean;
  ran(digest: string, ms: number): void;
  /** A job had to be ended. */
  overran(schema: SchemaOfTenant): void;
}

export function schemaSpeed(now: () => number): SchemaSpeed {
  const quick = lruCache<string, true>({ bytes: cacheBudgets.schemaDigests });
  const slowUntil = lruCache<string, number>({ bytes: cacheBudgets.schemaDigests });
  const isSlow = (digest: string) => (slowUntil.get(digest) ?? 0) > now();

  return {
    isQuick: ({ tenantId, digest }) => quick.get(digest) === true && !isSlow(tenantId),
    isSlow,
    ran(digest, ms) {
      if (ms <= QUICK_MS && !isSlow(digest)) quick.set(digest, true);
    },
    overran({ tenantId, digest }) {
      quick.delete(digest);
      for (const key of [digest, tenantId]) slowUntil.set(key, now() + SLOW_FOR_MS);
    },
  };
}

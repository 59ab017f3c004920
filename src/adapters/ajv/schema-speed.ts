import { cacheBudgets } from '../../catalogue/cache-budgets.js';
import { lruCache } from '../../kernel/lru-cache.js';

const QUICK_MS = 250;
const SLOW_FOR_MS = 300_000;

/** How long schemas took to run, by their digest. */
export interface SchemaSpeed {
  /** The last job took at most 250 ms. A schema that never ran is not known to be quick. */
  isQuick(digest: string): boolean;
  /** A job had to be ended in the last five minutes. */
  isSlow(digest: string): boolean;
  ran(digest: string, ms: number): void;
  /** A job had to be ended. */
  overran(digest: string): void;
}

export function schemaSpeed(now: () => number): SchemaSpeed {
  const quick = lruCache<string, true>({ bytes: cacheBudgets.schemaDigests });
  const slowUntil = lruCache<string, number>({ bytes: cacheBudgets.schemaDigests });
  const isSlow = (digest: string) => (slowUntil.get(digest) ?? 0) > now();

  return {
    isQuick: (digest) => quick.get(digest) === true,
    isSlow,
    ran(digest, ms) {
      if (ms <= QUICK_MS && !isSlow(digest)) quick.set(digest, true);
    },
    overran(digest) {
      quick.delete(digest);
      slowUntil.set(digest, now() + SLOW_FOR_MS);
    },
  };
}

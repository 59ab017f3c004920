import { cacheBudgets } from '../../catalogue/cache-budgets.js';
import { lruCache } from '../../lib/lru-cache.js';

/** A job that had a processor for so long at most is quick. */
export const QUICK_MS = 250;
const SLOW_FOR_MS = 300_000;

export interface SchemaOfTenant {
  readonly tenantId: string;
  readonly digest: string;
}

/**
 * How much time of a processor the schemas of a tenant took to run. Tenants with equal schemas do not share it: the
 * values of one would make the schema of the other slow.
 */
export interface SchemaSpeed {
  /**
   * A job took at most 250 ms, and no job of the tenant had to be ended in the last five minutes. A schema that never ran
   * is not known to be quick.
   */
  isQuick(schema: SchemaOfTenant): boolean;
  /** A job had to be ended in the last five minutes. */
  isSlow(schema: SchemaOfTenant): boolean;
  ran(schema: SchemaOfTenant, ms: number): void;
  /** A job had to be ended. */
  overran(schema: SchemaOfTenant): void;
  /** A job got too little time of a processor to tell. */
  unknown(schema: SchemaOfTenant): void;
}

const schemaKey = ({ tenantId, digest }: SchemaOfTenant) => `${tenantId} ${digest}`;

export function schemaSpeed(now: () => number): SchemaSpeed {
  const quick = lruCache<string, true>({ bytes: cacheBudgets.schemaDigests });
  const slowUntil = lruCache<string, number>({ bytes: cacheBudgets.schemaDigests });
  const isNow = (key: string) => (slowUntil.get(key) ?? 0) > now();
  const isSlow = (schema: SchemaOfTenant) => isNow(schemaKey(schema));

  return {
    isQuick: (schema) => quick.get(schemaKey(schema)) === true && !isNow(schema.tenantId),
    isSlow,
    ran(schema, ms) {
      if (ms <= QUICK_MS && !isSlow(schema)) quick.set(schemaKey(schema), true);
    },
    overran(schema) {
      quick.delete(schemaKey(schema));
      for (const key of [schemaKey(schema), schema.tenantId]) slowUntil.set(key, now() + SLOW_FOR_MS);
    },
    unknown(schema) {
      quick.delete(schemaKey(schema));
    },
  };
}

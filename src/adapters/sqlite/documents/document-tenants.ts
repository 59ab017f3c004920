import { cacheBudgets } from '../../../catalogue/cache-budgets.js';
import { lruCache } from '../../../lib/lru-cache.js';
import { type Prepared, row } from '../statements.js';

/** Tenants as small numbers, which every key and index holds. */
export interface Tenants {
  /** undefined: nothing was ever written for it. */
  known(id: string): number | undefined;
  number(id: string): number;
  /** The first one by id behind `after` with a row in the table. */
  next(table: string, after: string): string | undefined;
  forget(): void;
}

export function documentTenants(prepared: Prepared): Tenants {
  const numbers = lruCache<string, number>({ bytes: cacheBudgets.tenantNumbers });

  function known(id: string): number | undefined {
    const remembered = numbers.get(id);
    if (remembered !== undefined) return remembered;
    const stored = row<[number]>(prepared('select n from tenants where id = ?'), id)?.[0];
    if (stored !== undefined) numbers.set(id, stored);
    return stored;
  }

  function number(id: string): number {
    const before = known(id);
    if (before !== undefined) return before;
    const given = Number(prepared('insert into tenants (id) values (?)').run(id).lastInsertRowid);
    numbers.set(id, given);
    return given;
  }

  function next(table: string, after: string): string | undefined {
    const has = `exists (select 1 from ${table} where tenant = tenants.n)`;
    return row<[string]>(prepared(`select id from tenants where id > ? and ${has} order by id limit 1`), after)?.[0];
  }

  return { known, number, next, forget: () => numbers.clear() };
}

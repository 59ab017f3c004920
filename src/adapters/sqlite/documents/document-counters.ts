import type { Condition } from '../../../ports/stores/document-store.js';
import { type Prepared, row } from '../statements.js';
import { encode, SUMS, type Table, type Value } from './document-table.js';

/** The number of documents for each set of values, and sums over documents, stored with the documents so that a total never scans. */
export interface Counters {
  /** Remembers what a write changes; undefined where there was, or is, no document. */
  change(tenant: number, before: readonly Value[] | undefined, after: readonly Value[] | undefined): void;
  /** Writes what was remembered, as part of the open transaction. */
  flush(): void;
  /** undefined: no declared list is exactly these equalities. */
  read(tenant: number, where: readonly Condition[]): number | undefined;
  sum(tenant: number, name: string): number;
  forget(): void;
}

interface List {
  /** The fields by name, sorted: the order in a declaration or a query has no meaning. */
  readonly fields: string;
  readonly at: readonly number[];
}

interface Change {
  readonly tenant: number;
  readonly fields: string;
  readonly matching: string;
  n: number;
}

export function documentCounters(table: Table, prepared: Prepared): Counters {
  const lists = listsOf(table);
  const sums = table.fields.indexOf(SUMS);
  const declared = new Set(lists.map(({ fields }) => fields));
  const pending = new Map<string, Change>();
  const insert = `insert into ${table.counts} values (?, ?, ?, ?) on conflict do update set n = n + excluded.n`;
  const clean = `delete from ${table.counts} where tenant = ? and fields = ? and matching = ? and n = 0`;
  const select = `select n from ${table.counts} where tenant = ? and fields = ? and matching = ?`;

  function count(tenant: number, { fields, at }: List, values: readonly Value[], n: 1 | -1): void {
    const counted = at.map((i) => values[i] ?? null);
    if (counted.includes(null)) return;
    add(tenant, fields, JSON.stringify(counted), n);
  }

  function add(tenant: number, fields: string, matching: string, n: number): void {
    const id = `${tenant} ${fields} ${matching}`;
    const change = pending.get(id);
    if (change) change.n += n;
    else pending.set(id, { tenant, fields, matching, n });
  }

  function sumUp(tenant: number, before: Value | undefined, after: Value | undefined): void {
    if (before === after) return;
    for (const [name, n] of sumsIn(before)) add(tenant, SUMS, name, -n);
    for (const [name, n] of sumsIn(after)) add(tenant, SUMS, name, n);
  }

  return {
    change(tenant, before, after) {
      if (sums >= 0) sumUp(tenant, before?.[sums], after?.[sums]);
      for (const list of lists) {
        if (before && after && list.at.every((i) => before[i] === after[i])) continue;
        if (before) count(tenant, list, before, -1);
        if (after) count(tenant, list, after, 1);
      }
    },
    flush() {
      for (const { tenant, fields, matching, n } of pending.values()) {
        if (n !== 0) prepared(insert).run(tenant, fields, matching, n);
        if (n < 0) prepared(clean).run(tenant, fields, matching);
      }
      pending.clear();
    },
    read(tenant, where) {
      const requested = equalities(where);
      if (!requested || !declared.has(requested.fields)) return undefined;
      return row<[number]>(prepared(select), tenant, requested.fields, requested.matching)?.[0] ?? 0;
    },
    sum: (tenant, name) => row<[number]>(prepared(select), tenant, SUMS, name)?.[0] ?? 0,
    forget: () => pending.clear(),
  };
}

const sumsIn = (json: Value | undefined): readonly (readonly [name: string, n: number])[] =>
  typeof json === 'string' ? JSON.parse(json) : [];

const listsOf = ({ fields, collection }: Table): readonly List[] =>
  (collection.counters ?? []).map((names) => {
    const sorted = names.toSorted();
    return { fields: sorted.join(), at: sorted.map((name) => fields.indexOf(name)) };
  });

function equalities(where: readonly Condition[]): { readonly fields: string; readonly matching: string } | undefined {
  const values = new Map<string, Value>();
  for (const condition of where) {
    if (condition.is !== '=' || values.has(condition.field)) return undefined;
    values.set(condition.field, encode(condition.value));
  }
  const sorted = [...values.keys()].sort();
  return { fields: sorted.join(), matching: JSON.stringify(sorted.map((field) => values.get(field))) };
}

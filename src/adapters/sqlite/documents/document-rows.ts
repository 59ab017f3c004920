import { cacheBudgets } from '../../../catalogue/cache-budgets.js';
import type { Described, Words } from '../search/document-words.js';
import { type Prepared, row } from '../statements.js';
import type { Counters } from './document-counters.js';
import { documentMemory } from './document-memory.js';
import type { Table, Value } from './document-table.js';

/** The documents of one collection with what hangs on them: counters and words. */
export interface Rows {
  put(tenant: number, key: string, doc: unknown): void;
  remove(tenant: number, key: string): void;
  flush(): void;
  /** The transaction was undone: what is remembered may never have been. */
  forget(): void;
}

interface Row {
  readonly id: number;
  /** In the order of the table's columns. */
  readonly values: readonly Value[];
}

/** This is the only writer, so its last write is the current row: a changed document is not read again. */
export function documentRows(table: Table, counters: Counters, words: Words | undefined, prepared: Prepared): Rows {
  const { name, columns } = table;
  const select = `select ${['id', ...columns].join()} from ${name} where tenant = ? and key = ?`;
  const insert =
    `insert into ${name} (${['tenant', 'key', ...columns, 'doc'].join()}) ` +
    `values (?, ?, ${columns.map(() => '?, ').join('')}?) on conflict (tenant, key) do nothing`;
  const assignments = columns.map((column) => `${column} = ?, `);
  const remove = `delete from ${name} where id = ?`;
  /** Rows that changed, since they may change again; null: there is none. */
  const remembered = documentMemory<Row | null>({ bytes: cacheBudgets.documentRows });

  function stored(tenant: number, key: string): Row | null {
    const found = row<[number, ...Value[]]>(prepared(select), tenant, key);
    return found ? { id: found[0], values: found.slice(1) } : null;
  }

  /** Only the columns that changed are named, because SQLite touches the indexes of every column that is. */
  function update({ id, values }: Row, after: readonly Value[], json: string): void {
    let sets = '';
    const bound: Value[] = [];
    for (let i = 0; i < after.length; i++) {
      const value = after[i] ?? null;
      if (values[i] === value) continue;
      sets += assignments[i];
      bound.push(value);
    }
    bound.push(json, id);
    prepared(`update ${name} set ${sets}doc = ? where id = ?`).run(...bound);
  }

  /** False: there is one already. */
  function insertNew(tenant: number, key: string, doc: unknown, fields: readonly Value[], json: string): boolean {
    const described = words?.describe(tenant, key, doc, undefined);
    const values = described ? [...fields, ...described.columns] : fields;
    const { changes } = prepared(insert).run(tenant, key, ...values, json);
    if (Number(changes) === 0) return false;
    settle(tenant, undefined, values, described);
    return true;
  }

  function settle(tenant: number, before: Row | undefined, after: readonly Value[], described: Described | undefined) {
    counters.change(tenant, before?.values, after);
    words?.change(tenant, before?.values, described);
  }

  return {
    put(tenant, key, doc) {
      const json = JSON.stringify(doc);
      const fields = table.values(doc);
      const known = remembered.get(tenant, key);
      if (!known && insertNew(tenant, key, doc, fields, json)) {
        if (known === null) remembered.delete(tenant, key);
        return;
      }
      const before = known ?? stored(tenant, key);
      if (!before) throw new Error(`${name}: the row of ${key} disappeared during the update.`);
      const described = words?.describe(tenant, key, doc, before.values);
      const values = described ? [...fields, ...described.columns] : fields;
      update(before, values, json);
      settle(tenant, before, values, described);
      remembered.set(tenant, key, { id: before.id, values });
    },
    remove(tenant, key) {
      const known = remembered.get(tenant, key);
      const before = known === undefined ? stored(tenant, key) : known;
      remembered.set(tenant, key, null);
      if (!before) return;
      prepared(remove).run(before.id);
      counters.change(tenant, before.values, undefined);
      words?.change(tenant, before.values, undefined);
    },
    flush: counters.flush,
    forget() {
      remembered.clear();
      counters.forget();
      words?.forget();
    },
  };
}

import { recent } from '../../kernel/recent.js';
import type { Counters } from './document-counters.js';
import type { Table, Value } from './document-table.js';
import type { Described, Words } from './document-words.js';
import { type Prepared, row } from './statements.js';

const REMEMBERED_ROWS = 10_000;

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

/** This is the only writer, so what it wrote last is what stands there: a changed document is not read again. */
export function documentRows(table: Table, counters: Counters, words: Words | undefined, prepared: Prepared): Rows {
  const { name, columns } = table;
  const select = `select ${['id', ...columns].join()} from ${name} where tenant = ? and key = ?`;
  const insert =
    `insert into ${name} (${['tenant', 'key', ...columns, 'doc'].join()}) ` +
    `values (?, ?, ${columns.map(() => '?, ').join('')}?) on conflict (tenant, key) do nothing`;
  const assignments = columns.map((column) => `${column} = ?, `);
  const remove = `delete from ${name} where id = ?`;
  /** null: there is none. */
  const remembered = recent<string, Row | null>(REMEMBERED_ROWS);

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

  function settle(tenant: number, id: string, before: Row | undefined, after: Row, described: Described | undefined) {
    counters.change(tenant, before?.values, after.values);
    words?.change(tenant, before?.values, described);
    remembered.set(id, after);
  }

  return {
    put(tenant, key, doc) {
      const id = `${tenant} ${key}`;
      const json = JSON.stringify(doc);
      const fields = table.values(doc);
      const state = (before: Row | undefined) => {
        const described = words?.describe(tenant, key, doc, before?.values);
        return { described, values: described ? [...fields, ...described.columns] : fields };
      };
      let before = remembered.get(id);
      if (!before) {
        const { described, values } = state(undefined);
        const { changes, lastInsertRowid } = prepared(insert).run(tenant, key, ...values, json);
        if (changes === 1) return settle(tenant, id, undefined, { id: Number(lastInsertRowid), values }, described);
        before = stored(tenant, key);
      }
      if (!before) throw new Error(`${name}: ${key} is there and is not`);
      const { described, values } = state(before);
      update(before, values, json);
      settle(tenant, id, before, { id: before.id, values }, described);
    },
    remove(tenant, key) {
      const id = `${tenant} ${key}`;
      const known = remembered.get(id);
      const before = known === undefined ? stored(tenant, key) : known;
      remembered.set(id, null);
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

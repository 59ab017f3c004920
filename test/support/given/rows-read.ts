import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';

/** Work of a store's questions: rows that SQLite gave out, and steps of its plans that read more than a range of an index. */
export interface RowsRead {
  rows: number;
  readonly scans: string[];
}

/** An operational store that counts what its database reads. */
export class CountingOperationalStore extends SqliteOperationalStore {
  readonly read: RowsRead = { rows: 0, scans: [] };

  constructor() {
    super(':memory:');
    count(this.db, this.read);
  }
}

function count(db: DatabaseSync, read: RowsRead): void {
  const prepare = db.prepare.bind(db);
  db.prepare = (sql, ...rest) => {
    const statement = prepare(sql, ...rest);
    if (!/^\s*select/.test(sql)) return statement;
    const plan = prepare(`explain query plan ${sql}`).all() as unknown as readonly { readonly detail: string }[];
    read.scans.push(
      ...plan.map(({ detail }) => detail).filter((detail) => /^SCAN (?!json_each)|TEMP B-TREE/.test(detail)),
    );
    const { all, get } = statement;
    statement.all = ((...bound: unknown[]) => {
      const found = Reflect.apply(all, statement, bound);
      read.rows += found.length;
      return found;
    }) as StatementSync['all'];
    statement.get = ((...bound: unknown[]) => {
      read.rows++;
      return Reflect.apply(get, statement, bound);
    }) as StatementSync['get'];
    return statement;
  };
}

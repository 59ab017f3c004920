import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../statements.js';

const ENTRIES = `
  create table if not exists entries (
    n integer primary key, tenant text not null, kind text not null, id text not null,
    value text not null, revision integer not null, due text, newest integer, facet text, grouped text, lane text
  );
  create unique index if not exists entries_key on entries (tenant, kind, id);
  create index if not exists entries_due on entries (kind, due, tenant, id) where due is not null;
`;

/** Columns that files of earlier versions lack. */
const ADDED = ['newest integer', 'facet text', 'grouped text', 'lane text'];

const INDEXES = `
  create index if not exists entries_listed on entries (tenant, kind, facet, newest, id) where facet is not null;
  create index if not exists entries_lane on entries (kind, lane, tenant, due, id) where lane is not null;
`;

/** In one transaction, because several processes may open the file at once. */
export const createEntries = (db: DatabaseSync): void => inTransaction(db, () => create(db));

function create(db: DatabaseSync): void {
  db.exec(ENTRIES);
  const known = new Set(
    db
      .prepare('pragma table_info(entries)')
      .all()
      .map(({ name }) => name),
  );
  for (const column of ADDED) {
    if (!known.has(column.split(' ')[0] as string)) db.exec(`alter table entries add column ${column}`);
  }
  db.exec(INDEXES);
}

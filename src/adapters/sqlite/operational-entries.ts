import type { DatabaseSync } from 'node:sqlite';
import type { Instant } from '../../kernel/instant.js';
import type { DuePlace, Entry, OperationalKey } from '../../ports/operational-store.js';
import { row, rows, statements } from './statements.js';

/** An entry as it is to be kept, its value already text. */
export interface Putting {
  readonly key: OperationalKey;
  readonly value: string;
  readonly expected: number | undefined;
  readonly due: Instant | undefined;
}

type Row = readonly [tenant: string, kind: string, id: string, value: string, revision: number, due: Instant | null];

const SCHEMA = `
  create table if not exists entries (
    n integer primary key, tenant text not null, kind text not null, id text not null,
    value text not null, revision integer not null, due text
  );
  create unique index if not exists entries_key on entries (tenant, kind, id);
  create index if not exists entries_due on entries (kind, due, tenant, id) where due is not null;
`;

const SELECT = 'select tenant, kind, id, value, revision, due from entries where';
const KEY = 'tenant = ? and kind = ? and id = ?';
const INSERT = 'insert into entries (tenant, kind, id, value, due, revision) values (?, ?, ?, ?, ?, 1)';
const PUT = `${INSERT} on conflict do update set value = excluded.value, due = excluded.due, revision = revision + 1`;
const FIRST = `${INSERT} on conflict do nothing`;
const NEXT = `update entries set value = ?, due = ?, revision = revision + 1 where ${KEY} and revision = ?`;
const SWEEP = 'delete from entries where n in (select n from entries where kind = ? and due < ? limit ?)';
/** Above every character an id may hold. */
const LAST = '\u{10ffff}';

/** The entries as rows. What it writes is written in the transaction that is open. */
export function operationalEntries(db: DatabaseSync) {
  db.exec(SCHEMA);
  const prepared = statements(db);
  const changed = (sql: string, ...bound: readonly (string | number | null)[]): number =>
    Number(prepared(sql).run(...bound).changes);

  return {
    get<V>({ tenantId, kind, id }: OperationalKey): Entry<V> | undefined {
      const found = row<Row>(prepared(`${SELECT} ${KEY}`), tenantId, kind, id);
      return found && entryOf<V>(found);
    },
    put({ key: { tenantId, kind, id }, value, expected, due }: Putting): boolean {
      if (expected === undefined) return changed(PUT, tenantId, kind, id, value, due ?? null) > 0;
      if (expected === 0) return changed(FIRST, tenantId, kind, id, value, due ?? null) > 0;
      return changed(NEXT, value, due ?? null, tenantId, kind, id, expected) > 0;
    },
    remove({ tenantId, kind, id }: OperationalKey, expected: number | undefined): boolean {
      if (expected === undefined) return changed(`delete from entries where ${KEY}`, tenantId, kind, id) > 0;
      return changed(`delete from entries where ${KEY} and revision = ?`, tenantId, kind, id, expected) > 0;
    },
    due<V>(kind: string, until: Instant, limit: number, after?: DuePlace): readonly Entry<V>[] {
      const select = `${SELECT} kind = ? and (due, tenant, id) > (?, ?, ?) and due <= ? order by due, tenant, id limit ?`;
      const { due = '', key: { tenantId, id } = { tenantId: '', id: '' } } = after ?? {};
      return rows<Row>(prepared(select), kind, due, tenantId, id, until, limit).map((each) => entryOf<V>(each));
    },
    list<V>(tenantId: string, kind: string, prefix: string, limit: number, after?: string): readonly Entry<V>[] {
      if (after !== undefined && after >= prefix) {
        const next = `${SELECT} tenant = ? and kind = ? and id > ? and id < ? order by id limit ?`;
        return rows<Row>(prepared(next), tenantId, kind, after, prefix + LAST, limit).map((each) => entryOf<V>(each));
      }
      const select = `${SELECT} tenant = ? and kind = ? and id >= ? and id < ? order by id limit ?`;
      return rows<Row>(prepared(select), tenantId, kind, prefix, prefix + LAST, limit).map((each) => entryOf<V>(each));
    },
    sweep: (kind: string, until: Instant, limit: number): number => changed(SWEEP, kind, until, limit),
  };
}

const entryOf = <V>([tenantId, kind, id, value, revision, due]: Row): Entry<V> => ({
  key: { tenantId, kind, id },
  value: JSON.parse(value),
  revision,
  ...(due !== null && { due }),
});

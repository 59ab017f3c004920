import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTransaction, prepare } from '../statements.js';
import { type Table, versionId, versionName } from './document-table.js';

/** The integers of a tenant and of a search group are assigned once and never reused. */
const COMMON = `
  create table if not exists tenants (n integer primary key, id text not null unique);
  create table if not exists search_groups
    (n integer primary key, tenant integer not null, name text not null, unique (tenant, name));
  create table if not exists collections
    (name text not null, version integer not null, shape text not null, primary key (name, version)) without rowid;
  create table if not exists checkpoints (name text primary key, position integer not null) without rowid;
`;

/** Raised when the tables made below change. A table of another layout is rebuilt. */
const LAYOUT = 2;
/** The shape of what is half dropped: no declaration has it. */
const DROPPED = '';
const DROPPED_PER_TURN = 1_000;

export const prepareCommon = (db: DatabaseSync): void => db.exec(COMMON);

/** Rebuilds a table whose declaration changed without a new version, and sets its checkpoint to 0. */
export function prepareTable(db: DatabaseSync, table: Table): void {
  const { name, version } = table.collection;
  const known = db.prepare('select shape from collections where name = ? and version = ?').get(name, version);
  const shape = shapeOf(table);
  if (known?.shape !== shape) {
    dropTables(db, table.name);
    prepare(db, 'delete from checkpoints where name = ?').run(versionId({ name, version }));
    db.exec(tableSql(table));
    prepare(db, 'insert or replace into collections values (?, ?, ?)').run(name, version, shape);
  }
  prepareIndexes(db, table);
}

/** All collections count as half dropped. */
export function distrustAll(db: DatabaseSync): void {
  prepare(db, 'update collections set shape = ?').run(DROPPED);
  db.exec('delete from checkpoints');
}

const shapeOf = ({ fields, collection: { counters = [], search } }: Table): string =>
  JSON.stringify({
    layout: LAYOUT,
    fields: fields.toSorted(),
    counters: counters.map((each) => each.toSorted().join()).sort(),
    search: search?.index,
  });

const tableSql = ({ name, counts, words, terms, fields, collection }: Table): string => `
  create table ${name} (
    id integer primary key, tenant integer not null, key text not null,
    ${fields.map((field) => `f_${field},`).join(' ')}
    ${collection.search ? 'part integer not null, own integer, digest text not null,' : ''}
    doc text not null
  );
  create unique index ${name}_key on ${name} (tenant, key);
  create table ${counts} (
    tenant integer not null, fields text not null, matching text not null, n integer not null,
    primary key (tenant, fields, matching)
  ) without rowid;
  ${collection.search ? searchSql(name, words, terms) : ''}
`;

const searchSql = (name: string, words: string, terms: string): string => `
  create index ${name}_own on ${name} (own, tenant) where own is not null;
  create virtual table ${words} using fts5
    (words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
  create virtual table ${terms} using fts5vocab (${words}, instance);
`;

const wantedIndexes = (name: string, collection: Table['collection']) =>
  new Map(collection.indexes.filter((fields) => fields.length > 0).map((fields) => indexOf(name, fields, collection)));

const declaredIndexes = (db: DatabaseSync, name: string) =>
  indexesOf(db, name).filter((index) => index.startsWith(`${name}_by_`));

function prepareIndexes(db: DatabaseSync, { name, collection }: Table): void {
  const wanted = wantedIndexes(name, collection);
  for (const index of declaredIndexes(db, name)) if (!wanted.has(index)) db.exec(`drop index ${index}`);
  for (const [index, on] of wanted) db.exec(`create index if not exists ${index} on ${name} ${on}`);
}

/** Its name and what it is made of; another condition makes another name. */
function indexOf(table: string, fields: readonly string[], { sparse = [] }: Table['collection']) {
  const columns = fields.map((field) => `f_${field}`).join();
  const present = fields.filter((field) => sparse.includes(field)).map((field) => `f_${field} is not null`);
  const name = `${table}_by_${fields.join('_')}`;
  if (present.length === 0) return [name, `(tenant, ${columns}, key)`] as const;
  return [`${name}_if_present`, `(tenant, ${columns}, key) where ${present.join(' and ')}`] as const;
}

const indexesOf = (db: DatabaseSync, table: string): readonly string[] =>
  db
    .prepare(`select name from sqlite_schema where type = 'index' and tbl_name = ? and sql is not null`)
    .all(table)
    .map((each) => String(each.name));

const dropTables = (db: DatabaseSync, name: string): void =>
  db.exec(
    `drop table if exists ${name}_terms; drop table if exists ${name}_words; drop table if exists ${name}_counts; drop table if exists ${name};`,
  );

/** Those of `kept` are left out. */
export function otherVersions(db: DatabaseSync, { collection }: Table, kept: readonly number[]): readonly number[] {
  const stored = db.prepare('select version from collections where name = ?').all(collection.name);
  return stored.map(({ version }) => Number(version)).filter((each) => ![collection.version, ...kept].includes(each));
}

export function alikeVersions(db: DatabaseSync, table: Table): readonly number[] {
  const { name, version } = table.collection;
  return db
    .prepare('select version from collections where name = ? and version <> ? and shape = ?')
    .all(name, version, shapeOf(table))
    .map((each) => Number(each.version))
    .filter((each) => {
      const other = versionName(name, each);
      const wanted = [...wantedIndexes(other, table.collection).keys()];
      return wanted.toSorted().join() === declaredIndexes(db, other).toSorted().join();
    });
}

/**
 * A slice at a time, so that nothing else waits for it; a crash in between leaves a table that is never read again.
 * `unlocked` waits until the file takes writes.
 */
export async function dropVersion(
  db: DatabaseSync,
  name: string,
  version: number,
  unlocked: () => Promise<void>,
): Promise<void> {
  const table = versionName(name, version);
  const pause = async () => {
    await nextTurn();
    await unlocked();
  };
  await unlocked();
  db.prepare('update collections set shape = ? where name = ? and version = ?').run(DROPPED, name, version);
  prepare(db, 'delete from checkpoints where name = ?').run(versionId({ name, version }));
  for (const index of indexesOf(db, table)) {
    db.exec(`drop index ${index}`);
    await pause();
  }
  await empty(db, table, pause);
  inTransaction(db, () => {
    dropTables(db, table);
    prepare(db, 'delete from collections where name = ? and version = ?').run(name, version);
  });
}

async function empty(db: DatabaseSync, table: string, pause: () => Promise<void>): Promise<void> {
  const slice = prepare(db, `delete from ${table} where id in (select id from ${table} limit ${DROPPED_PER_TURN})`);
  while (Number(slice.run().changes) !== 0) await pause();
}

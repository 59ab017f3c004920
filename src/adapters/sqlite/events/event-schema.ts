import type { DatabaseSync } from 'node:sqlite';

const VERSION = 1;

/** A stream's version is nowhere kept twice: it is the highest one in the index of its events. */
const TABLES = `
  create table streams (
    id integer primary key,
    name text not null unique
  ) strict;
  create table events (
    position integer primary key,
    stream integer not null,
    version integer not null,
    id text not null,
    type text not null,
    body text not null,
    unique (stream, version)
  ) strict;
`;

/** Makes the tables in a new file; refuses a file this program does not understand. */
export function prepareEventSchema(db: DatabaseSync): void {
  if (versionOf(db) === 0) db.exec(`begin immediate; ${TABLES} pragma user_version = ${VERSION}; commit`);
  assertEventSchema(db);
}

/** Refuses a file this program does not understand. */
export function assertEventSchema(db: DatabaseSync): void {
  const found = versionOf(db);
  if (found !== VERSION)
    throw new Error(`The event log has schema version ${found}; this version supports ${VERSION}.`);
}

const versionOf = (db: DatabaseSync) => db.prepare('pragma user_version').get()?.user_version;

import type { DatabaseSync, StatementSync } from 'node:sqlite';

const KEPT = 500;

/** Statements by their text, compiled once. Their rows are arrays. */
export type Prepared = (sql: string) => StatementSync;

/**
 * A compiled statement, whose rows are arrays. Without rows, its counts and row ids are bigints: FTS5 writes row ids beyond
 * 2^53, for which Node throws.
 */
export function prepare(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql, { returnArrays: true });
  if (statement.columns().length === 0) statement.setReadBigInts(true);
  return statement;
}

export function statements(db: DatabaseSync): Prepared {
  const kept = new Map<string, StatementSync>();
  return (sql) => {
    const known = kept.get(sql);
    if (known) return known;
    const statement = prepare(db, sql);
    if (kept.size >= KEPT) kept.clear();
    kept.set(sql, statement);
    return statement;
  };
}

/**
 * A bound number of rows. SQLite compiles the statement again each time that a plain parameter is bound as the limit.
 */
export const LIMIT = 'limit ? + 0';

/** Numbers bound as a list in JSON, as the column n. */
export const GIVEN = '(select value as n from json_each(?))';

/** The rows of a statement made by `statements`. */
export const rows = <Row extends readonly unknown[]>(
  statement: StatementSync,
  ...bound: readonly (string | number | null)[]
): readonly Row[] => statement.all(...bound) as unknown as readonly Row[];

/** The rows one after the other; the statement is free again when the caller stops. */
export const eachRow = <Row extends readonly unknown[]>(
  statement: StatementSync,
  ...bound: readonly (string | number | null)[]
): Iterable<Row> => statement.iterate(...bound) as unknown as Iterable<Row>;

export const row = <Row extends readonly unknown[]>(
  statement: StatementSync,
  ...bound: readonly (string | number | null)[]
): Row | undefined => statement.get(...bound) as unknown as Row | undefined;

/** Every statement of the work sees the same state. */
export function inRead<T>(db: DatabaseSync, work: () => T): T {
  db.exec('begin');
  try {
    return work();
  } finally {
    db.exec('commit');
  }
}

/** All or nothing. */
export function inTransaction(db: DatabaseSync, work: () => void): void {
  db.exec('begin immediate');
  try {
    work();
    db.exec('commit');
  } catch (error) {
    if (db.isTransaction) db.exec('rollback');
    throw error;
  }
}

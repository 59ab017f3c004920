import { type AnyBulkWriteOperation, BSON, type Db, MongoBulkWriteError } from 'mongodb';
import type { Scalar } from '../../../kernel/projection.js';

export type Fields = Readonly<Record<string, Scalar>>;

export type Sums = readonly (readonly [name: string, n: number])[];

/** Row of a document or counter collection. A row without a tenant is a tombstone, which no reader finds. */
export interface Row {
  readonly _id: string;
  /** Position of the event that made the row, or commit number of a counter. It only grows. */
  readonly position: number;
  readonly tenant?: string;
  readonly key?: string;
  readonly fields?: Fields;
  readonly doc?: string;
  /** Its numbers by name, as pairs. */
  readonly sums?: Sums;
  readonly group?: string;
  readonly words?: readonly string[];
  /** How many a counter counts. */
  readonly n?: number;
  /** It means nothing any more and may be forgotten a day after this. */
  readonly gone?: Date;
}

export interface Entry {
  readonly into: string;
  readonly row: Row;
}

const DUPLICATE_KEY = 11_000;
/** MongoDB takes 16 MiB; the rest is for the fields around the row in the journal. */
const LARGEST_ROW = 15 * 1_048_576;

/** @throws RangeError for a row that no server would take. */
export function sizeOf({ into, row }: Entry): number {
  const size = BSON.calculateObjectSize(row);
  if (size <= LARGEST_ROW) return size;
  throw new RangeError(`${into}: ${row._id} has ${size} bytes; MongoDB stores at most 16 MiB in a document.`);
}

/**
 * Inserts each row or replaces an older one. Any part of it may run again at any time. For the same or a newer row the
 * filter finds nothing, and the upsert fails on the taken id, which is intended.
 */
export async function applyRows(db: Db, entries: readonly Entry[]): Promise<void> {
  const grouped = Map.groupBy(entries, ({ into }) => into);
  const applied = await Promise.allSettled(
    [...grouped].map(([into, own]) =>
      db.collection<Row>(into).bulkWrite(own.map(guarded), { ordered: false }).catch(onlyDuplicates),
    ),
  );
  for (const each of applied) if (each.status === 'rejected') throw each.reason;
}

function guarded({ row }: Entry): AnyBulkWriteOperation<Row> {
  const { _id, ...replacement } = row;
  return { replaceOne: { filter: { _id, position: { $lt: row.position } }, replacement, upsert: true } };
}

export function onlyDuplicates(error: unknown): void {
  if (!(error instanceof MongoBulkWriteError)) throw error;
  const errors = [error.writeErrors].flat();
  const harmless = errors.length > 0 && errors.every(({ code }) => code === DUPLICATE_KEY);
  if (!harmless || error.result.getWriteConcernError()) throw error;
}

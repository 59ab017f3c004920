import { type AnyBulkWriteOperation, type Collection, type Db, type Filter, ObjectId } from 'mongodb';
import type { OperationalKey } from '../../../ports/stores/operational-store.js';
import { applyRows, type Entry, onlyDuplicates, sizeOf } from '../documents/document-rows.js';
import { joined, LAST } from '../ids.js';
import { COUNTS, recounted } from './operational-counts.js';
import { type Counted, countedAs, type Row } from './operational-row.js';

/** An entry that a commit of the counters counted. */
interface Settled {
  readonly _id: string;
  readonly commit: number;
  /** The mark as it was read. */
  readonly moved: string;
  /** Absent: it is counted no more. */
  readonly counted?: Counted;
  readonly removed: boolean;
}

export type Settling = Entry | { readonly settled: Settled };

export const ENTRIES = 'operational';
/** Bytes of a settled entry in addition to its id and its counted values. */
const SETTLED_BYTES = 200;

/** A mark that no entry had before. It begins with the tenant and kind, so that one index finds those of a tenant. */
export const movedNow = ({ tenantId, kind }: Pick<OperationalKey, 'tenantId' | 'kind'>): string =>
  joined(tenantId, kind, new ObjectId().toHexString());

/** Entries of a tenant and kind that are not counted as they are listed. */
export const movedOf = (tenantId: string, kind: string): Filter<Row> => {
  const prefix = joined(tenantId, kind, '');
  return { moved: { $gte: prefix, $lt: prefix + LAST } };
};

/** The changes that count these entries as they are listed. */
export async function settling(db: Db, rows: readonly Row[], commit: number): Promise<readonly Settling[]> {
  const settled = rows.map((row): Settled => {
    const counted = countedAs(row);
    const { _id, moved = '', revision } = row as Partial<Row> & Pick<Row, '_id'>;
    return { _id, commit, moved, ...(counted && { counted }), removed: revision === undefined };
  });
  const changes = rows.map((row) => ({ before: row.counted, after: countedAs(row) }));
  return [...settled.map((each) => ({ settled: each })), ...(await recounted(db, changes, commit))];
}

export const settlingBytes = (change: Settling): number =>
  'into' in change ? sizeOf(change) : SETTLED_BYTES + 4 * JSON.stringify(change.settled).length;

/** Any part of it can be done again at any time. */
export async function applySettling(db: Db, changes: readonly Settling[]): Promise<void> {
  await settleRows(
    db.collection<Row>(ENTRIES),
    changes.flatMap((each) => ('settled' in each ? [each.settled] : [])),
  );
  await applyRows(
    db,
    changes.flatMap((each) => ('into' in each ? [each] : [])),
  );
}

/** An entry that is listed otherwise by now, or that an election took back, is marked again: the next commit corrects it. */
async function settleRows(entries: Collection<Row>, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return;
  const { matchedCount } = await entries.bulkWrite(settled.map(settleAsRead), { ordered: false });
  if (matchedCount === settled.length) return;
  await entries.bulkWrite(settled.map(settleAgain), { ordered: false }).catch(onlyDuplicates);
}

function settleAsRead({ _id, commit, moved, counted, removed }: Settled): AnyBulkWriteOperation<Row> {
  const filter: Filter<Row> = { _id, moved, ...notBy(commit), ...(removed && { revision: { $exists: false } }) };
  const $set = { commit, ...(counted && { counted }), ...(removed && { gone: new Date() }) };
  return { updateOne: { filter, update: { $set, $unset: { moved: '', ...(!counted && { counted: '' as const }) } } } };
}

function settleAgain({ _id, commit, moved, counted }: Settled): AnyBulkWriteOperation<Row> {
  const filter: Filter<Row> = { _id, ...notBy(commit) };
  const $set = { commit, moved: anotherMark(moved) };
  return counted
    ? { updateOne: { filter, update: { $set: { ...$set, counted } }, upsert: true } }
    : { updateOne: { filter, update: { $set, $unset: { counted: '' } } } };
}

/** The commit, or a later one, has not changed it yet. */
const notBy = (commit: number) => ({ commit: { $not: { $gte: commit } } });

const anotherMark = (moved: string): string =>
  moved.slice(0, moved.lastIndexOf('/') + 1) + new ObjectId().toHexString();

/** Set once every entry that was listed before there were counters is marked. */
const MARKED = { _id: 'marked', position: 0 };
const MARKED_AT_ONCE = 500;

/** Marks entries that were listed before there were counters. */
export async function markUncounted(db: Db): Promise<void> {
  const counts = db.collection<{ _id: string; position: number }>(COUNTS);
  if (await counts.findOne(MARKED)) return;
  const entries = db.collection<Row>(ENTRIES);
  for (let last = ''; ; ) {
    const options = { projection: { tenant: 1, kind: 1, facet: 1, counted: 1, moved: 1 }, sort: { _id: 1 } } as const;
    const page = await entries.find({ _id: { $gt: last } }, { ...options, limit: MARKED_AT_ONCE }).toArray();
    const marks = page
      .filter(({ facet, counted, moved }) => facet !== undefined && counted === undefined && moved === undefined)
      .map(({ _id, tenant, kind }) => ({
        updateOne: {
          filter: { _id, facet: { $exists: true }, counted: { $exists: false }, moved: { $exists: false } },
          update: { $set: { moved: movedNow({ tenantId: tenant, kind }) } },
        },
      }));
    if (marks.length > 0) await entries.bulkWrite(marks, { ordered: false });
    last = page.at(-1)?._id ?? '';
    if (page.length < MARKED_AT_ONCE) break;
  }
  await counts.replaceOne({ _id: MARKED._id }, { position: MARKED.position }, { upsert: true });
}

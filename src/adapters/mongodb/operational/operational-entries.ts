import type { Collection, Filter, IndexDescription, UpdateFilter } from 'mongodb';
import type { Instant } from '../../../kernel/instant.js';
import type {
  DuePlace,
  Entry,
  LanePlace,
  Listed,
  OperationalKey,
  Put,
  PutOptions,
} from '../../../ports/stores/operational-store.js';
import { GONE } from '../documents/gone.js';
import { joined } from '../ids.js';
import { listedFields } from './operational-lists.js';
import type { Row } from './operational-row.js';
import { movedNow } from './operational-settling.js';

export const INDEXES: readonly IndexDescription[] = [
  { name: 'due', key: { kind: 1, due: 1, tenant: 1, id: 1 } },
  { name: 'key', key: { tenant: 1, kind: 1, id: 1 } },
  {
    name: 'listed',
    key: { tenant: 1, kind: 1, facet: 1, newest: 1, id: 1 },
    partialFilterExpression: { facet: { $exists: true } },
  },
  {
    name: 'lane',
    key: { kind: 1, lane: 1, tenant: 1, due: 1, id: 1 },
    partialFilterExpression: { lane: { $exists: true } },
  },
  {
    name: 'grouped',
    key: { tenant: 1, kind: 1, group: 1 },
    partialFilterExpression: { group: { $exists: true } },
  },
  { name: 'moved', key: { moved: 1 }, sparse: true },
  GONE,
];

const DUPLICATE_KEY = 11_000;
/** On the primary and nowhere else yet: an election may lose it. */
const RELAXED = { writeConcern: { w: 1, journal: false } } as const;

export const idOf = ({ tenantId, kind, id }: OperationalKey): string => joined(tenantId, kind, id);

/** Due at `until` or before, and behind a place in the order of the index. */
export function dueBehind(until: Instant, after: DuePlace | undefined): Filter<Row> {
  if (after?.due === undefined) return { due: { $lte: until } };
  const { due, key } = after;
  const $or = [
    { due: { $gt: due } },
    { due: { $eq: due }, tenant: { $gt: key.tenantId } },
    { due: { $eq: due }, tenant: { $eq: key.tenantId }, id: { $gt: key.id } },
  ];
  return { due: { $gte: due, $lte: until }, $or };
}

/** In a lane, behind a place in the order of its index. */
export function laneBehind(
  { tenant, kind, lane }: Pick<Row, 'tenant' | 'kind'> & { readonly lane: string },
  after: LanePlace | undefined,
): Filter<Row> {
  const all: Filter<Row> = { kind: { $eq: kind }, lane: { $eq: lane }, tenant: { $eq: tenant } };
  if (after?.due === undefined) return all;
  const { due, key } = after;
  return { ...all, due: { $gte: due }, $or: [{ due: { $gt: due } }, { due: { $eq: due }, id: { $gt: key.id } }] };
}

/** Tenants of a lane behind a tenant. */
export const tenantsBehind = (kind: string, lane: string, after: string): Filter<Row> => ({
  kind: { $eq: kind },
  lane: { $eq: lane },
  tenant: { $gt: after },
});

export async function put(
  entries: Collection<Row>,
  key: OperationalKey,
  value: string,
  { expected, due, lane, relaxed, listed }: PutOptions,
): Promise<boolean> {
  const _id = idOf(key);
  const base = { tenant: key.tenantId, kind: key.kind, id: key.id, value };
  const times = { ...(due !== undefined && { due }), ...(lane !== undefined && { lane }) };
  const row = { ...base, ...times, ...(listed && listing(key, listed)) };
  const options = relaxed ? RELAXED : {};
  if (expected === 0) {
    return (
      (await taken(entries.insertOne({ _id, ...row, revision: 1 }, options))) || revived(entries, _id, row, options)
    );
  }
  const isUngrouped = listed !== undefined && listed.group === undefined;
  const left = { due: due === undefined, lane: lane === undefined, group: isUngrouped, gone: true };
  const update: UpdateFilter<Row> = { $set: row, $inc: { revision: 1 }, ...without(left) };
  if (expected !== undefined) {
    return (await entries.updateOne({ _id, revision: expected }, update, options)).matchedCount === 1;
  }
  const upsert = () => taken(entries.updateOne({ _id }, update, { ...options, upsert: true }));
  return (await upsert()) || upsert();
}

/** At any revision, relaxed. The server stops at the first that fails, and all of them may be put again. */
export async function putAll(entries: Collection<Row>, puts: readonly Put[]): Promise<void> {
  const writes = puts.map(({ key, value, due }) => ({
    updateOne: {
      filter: { _id: idOf(key) },
      update: {
        $set: { tenant: key.tenantId, kind: key.kind, id: key.id, value: JSON.stringify(value) ?? 'null', due },
        $inc: { revision: 1 },
        ...without({ lane: true, gone: true }),
      },
      upsert: true,
    },
  }));
  const write = () => taken(entries.bulkWrite(writes, RELAXED));
  if (!(await write())) await write();
}

const listing = (key: OperationalKey, listed: Listed) => ({ ...listedFields(listed), moved: movedNow(key) });

/** The remains of a removed entry become an entry again. False: it is one. */
async function revived(entries: Collection<Row>, _id: string, row: Partial<Row>, options: object): Promise<boolean> {
  const update: UpdateFilter<Row> = { $set: { ...row, revision: 1 }, ...without({ gone: true }) };
  return (await entries.updateOne({ _id, revision: { $exists: false } }, update, options)).matchedCount === 1;
}

export async function relist(entries: Collection<Row>, key: OperationalKey, listed: Listed, revision: number) {
  const update: UpdateFilter<Row> = { $set: listing(key, listed), ...without({ group: listed.group === undefined }) };
  return (await entries.updateOne({ _id: idOf(key), revision }, update)).matchedCount === 1;
}

/** Fields that an update takes away. MongoDB refuses an empty list of them. */
function without(fields: Readonly<Record<string, boolean>>): Pick<UpdateFilter<Row>, '$unset'> {
  const names = Object.keys(fields).filter((name) => fields[name]);
  return names.length === 0 ? {} : { $unset: Object.fromEntries(names.map((name) => [name, ''] as const)) };
}

/** False: another process made it first. */
async function taken(writing: Promise<unknown>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY) return false;
    throw error;
  }
}

/** Nothing else needs to know that they are removed. */
const UNCOUNTED: Filter<Row> = { facet: { $exists: false }, counted: { $exists: false } };

/** Remains of an entry until the counters know that it is removed. */
const removal = (key: Pick<OperationalKey, 'tenantId' | 'kind'>): UpdateFilter<Row> => ({
  $set: { moved: movedNow(key) },
  ...without(Object.fromEntries(OF_ENTRIES.map((name) => [name, true]))),
});
const OF_ENTRIES = ['tenant', 'kind', 'id', 'value', 'revision', 'due', 'lane', 'newest', 'facet', 'group'];

/** `moved`: a counted entry was removed. */
export async function remove(entries: Collection<Row>, key: OperationalKey, expected: number | undefined) {
  const filter: Filter<Row> = { _id: idOf(key), revision: expected ?? { $exists: true } };
  const { deletedCount } = await entries.deleteOne({ ...filter, ...UNCOUNTED });
  if (deletedCount === 1) return { removed: true, moved: 0 };
  const { matchedCount } = await entries.updateOne(filter, removal(key));
  return { removed: matchedCount === 1, moved: matchedCount };
}

/**
 * Returns how many of the matching entries were removed, and whether there may be more. An entry that was postponed
 * meanwhile stays.
 */
export async function removeSome(entries: Collection<Row>, filter: Filter<Row>, limit: number) {
  const projection = { tenant: 1, kind: 1, facet: 1, counted: 1 } as const;
  const found = await entries.find(filter, { projection, limit }).toArray();
  if (found.length === 0) return { removed: 0, moved: 0, more: false };
  const [uncounted, counted] = [[] as string[], [] as Row[]];
  for (const row of found) {
    if (row.facet === undefined && row.counted === undefined) uncounted.push(row._id);
    else counted.push(row);
  }
  const { deletedCount } = await entries.deleteMany({ $and: [{ _id: { $in: uncounted } }, UNCOUNTED, filter] });
  const marks = counted.map(({ _id, tenant, kind }) => ({
    updateOne: { filter: { $and: [{ _id }, filter] }, update: removal({ tenantId: tenant, kind }) },
  }));
  const moved = marks.length === 0 ? 0 : (await entries.bulkWrite(marks, { ordered: false })).matchedCount;
  return { removed: deletedCount + moved, moved, more: found.length === limit };
}

export const entryOf = <V>({ tenant, kind, id, value, revision, due, lane }: Row): Entry<V> => ({
  key: { tenantId: tenant, kind, id },
  value: JSON.parse(value),
  revision,
  ...(due !== undefined && { due }),
  ...(lane !== undefined && { lane }),
});

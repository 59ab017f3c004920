import type { Collection, Filter, IndexDescription, UpdateFilter } from 'mongodb';
import type { Instant } from '../../kernel/instant.js';
import type { DuePlace, Entry, Listed, OperationalKey, PutOptions } from '../../ports/operational-store.js';
import { joined } from './ids.js';
import { listedFields } from './operational-lists.js';
import type { Row } from './operational-row.js';

export const INDEXES: readonly IndexDescription[] = [
  { name: 'due', key: { kind: 1, due: 1, tenant: 1, id: 1 } },
  { name: 'key', key: { tenant: 1, kind: 1, id: 1 } },
  {
    name: 'listed',
    key: { tenant: 1, kind: 1, facet: 1, newest: 1, id: 1 },
    partialFilterExpression: { facet: { $exists: true } },
  },
  {
    name: 'grouped',
    key: { tenant: 1, kind: 1, group: 1 },
    partialFilterExpression: { group: { $exists: true } },
  },
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

export async function put(
  entries: Collection<Row>,
  key: OperationalKey,
  value: string,
  { expected, due, relaxed, listed }: PutOptions,
): Promise<boolean> {
  const _id = idOf(key);
  const base = { tenant: key.tenantId, kind: key.kind, id: key.id, value };
  const row = { ...base, ...(due !== undefined && { due }), ...(listed && listedFields(listed)) };
  const options = relaxed ? RELAXED : {};
  if (expected === 0) return taken(entries.insertOne({ _id, ...row, revision: 1 }, options));
  const update: UpdateFilter<Row> = {
    $set: row,
    $inc: { revision: 1 },
    ...without({ due: due === undefined, group: listed !== undefined && listed.group === undefined }),
  };
  if (expected !== undefined) {
    return (await entries.updateOne({ _id, revision: expected }, update, options)).matchedCount === 1;
  }
  const upsert = () => taken(entries.updateOne({ _id }, update, { ...options, upsert: true }));
  return (await upsert()) || upsert();
}

export async function relist(entries: Collection<Row>, key: OperationalKey, listed: Listed, revision: number) {
  const update: UpdateFilter<Row> = { $set: listedFields(listed), ...without({ group: listed.group === undefined }) };
  return (await entries.updateOne({ _id: idOf(key), revision }, update)).matchedCount === 1;
}

/** Fields that an update takes away. MongoDB refuses an empty list of them. */
function without(fields: Readonly<Record<string, boolean>>): Pick<UpdateFilter<Row>, '$unset'> {
  const names = Object.keys(fields).filter((name) => fields[name]);
  return names.length === 0 ? {} : { $unset: Object.fromEntries(names.map((name) => [name, ''] as const)) };
}

/** False: somebody else made it first. */
async function taken(writing: Promise<unknown>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY) return false;
    throw error;
  }
}

export async function remove(
  entries: Collection<Row>,
  key: OperationalKey,
  expected: number | undefined,
): Promise<boolean> {
  const filter = { _id: idOf(key), ...(expected !== undefined && { revision: expected }) };
  return (await entries.deleteOne(filter)).deletedCount === 1;
}

/** How many of what is found were removed, and whether there may be more. What was put off meanwhile stays. */
export async function removeSome(entries: Collection<Row>, filter: Filter<Row>, limit: number) {
  const found = await entries.find(filter, { projection: { _id: 1 }, limit }).toArray();
  if (found.length === 0) return { removed: 0, more: false };
  const ids = found.map(({ _id }) => _id);
  const { deletedCount } = await entries.deleteMany({ $and: [{ _id: { $in: ids } }, filter] });
  return { removed: deletedCount, more: found.length === limit };
}

export const entryOf = <V>({ tenant, kind, id, value, revision, due }: Row): Entry<V> => ({
  key: { tenantId: tenant, kind, id },
  value: JSON.parse(value),
  revision,
  ...(due !== undefined && { due }),
});

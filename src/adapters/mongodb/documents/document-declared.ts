import type { Collection, Db } from 'mongodb';
import { type Model, versionName } from './document-model.js';

interface Declared {
  readonly _id: string;
  readonly name: string;
  readonly version: number;
  readonly shape: string;
}

/** Raised when the rows change. A collection of another layout is rebuilt. */
const LAYOUT = 1;
/** The shape of what is half dropped: no declaration has it. */
const DROPPED = '';

/** Which versions of which collections there are, and in what shape each was made. */
export const declaredOnes = (db: Db): Collection<Declared> => db.collection<Declared>('collections');

export const shapeOf = ({ collection: { fields, counters = [], search, sums } }: Model): string =>
  JSON.stringify({
    layout: LAYOUT,
    fields: Object.keys(fields).sort(),
    counters: counters.map((each) => each.toSorted().join()).sort(),
    search: search?.index,
    ...(sums && { sums: true }),
  });

/** Those of `kept` are left out. */
export async function otherVersions(
  db: Db,
  { collection: { name, version } }: Model,
  kept: readonly number[],
): Promise<readonly number[]> {
  const others = await declaredOnes(db)
    .find({ name, version: { $nin: [version, ...kept] } })
    .toArray();
  return others.map((each) => each.version);
}

/** Versions but that of the model which were made in its shape. */
export async function otherAlike(db: Db, model: Model): Promise<readonly number[]> {
  const { name, version } = model.collection;
  const found = await declaredOnes(db)
    .find({ name, version: { $ne: version }, shape: shapeOf(model) })
    .toArray();
  return found.map((each) => each.version);
}

/** Marks the version as dropped, so that the next process that needs it rebuilds it. */
export async function distrust(db: Db, name: string, version: number): Promise<void> {
  const _id = versionName(name, version);
  await declaredOnes(db).replaceOne({ _id }, { name, version, shape: DROPPED }, { upsert: true });
}

/** Marks all versions as dropped, also those of other processes. */
export async function distrustAll(db: Db): Promise<void> {
  await declaredOnes(db).updateMany({}, { $set: { shape: DROPPED } });
}

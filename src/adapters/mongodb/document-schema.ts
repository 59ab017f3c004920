import type { Db, IndexDescription } from 'mongodb';
import { countsName, type Model, versionName } from './document-model.js';
import { GONE } from './gone.js';

interface Declared {
  readonly _id: string;
  readonly name: string;
  readonly version: number;
  readonly shape: string;
}

/** Raised when the rows change; what was made otherwise is made anew. */
const LAYOUT = 1;
/** The shape of what is half dropped: no declaration has it. */
const DROPPED = '';

const declaredOnes = (db: Db) => db.collection<Declared>('collections');

const shapeOf = ({ collection: { fields, counters = [], search } }: Model): string =>
  JSON.stringify({
    layout: LAYOUT,
    fields: Object.keys(fields).sort(),
    counters: counters.map((each) => each.toSorted().join()).sort(),
    search: search?.index,
  });

/** Those that stand with another shape, or not at all, under their name: what is there can't be trusted. */
export async function untrusted(db: Db, models: readonly Model[]): Promise<readonly Model[]> {
  const declared = await declaredOnes(db).find().toArray();
  const shapes = new Map(declared.map(({ _id, shape }) => [_id, shape]));
  return models.filter((model) => shapes.get(model.name) !== shapeOf(model));
}

/** Notes the shape last, so that after a crash it begins anew. */
export async function makeAnew(db: Db, model: Model): Promise<void> {
  const { name, version } = model.collection;
  await dropCollections(db, model.name);
  await makeIndexes(db, model);
  await note(db, name, version, shapeOf(model));
}

export async function otherVersions(db: Db, { collection: { name, version } }: Model): Promise<readonly number[]> {
  const others = await declaredOnes(db)
    .find({ name, version: { $ne: version } })
    .toArray();
  return others.map((each) => each.version);
}

/** From now on it is not what it was: whoever wants it again makes it anew. */
export const distrust = (db: Db, name: string, version: number): Promise<void> => note(db, name, version, DROPPED);

export async function dropVersion(db: Db, name: string, version: number): Promise<void> {
  const full = versionName(name, version);
  await dropCollections(db, full);
  await declaredOnes(db).deleteOne({ _id: full });
}

async function note(db: Db, name: string, version: number, shape: string): Promise<void> {
  const _id = versionName(name, version);
  await declaredOnes(db).replaceOne({ _id }, { name, version, shape }, { upsert: true });
}

/** Asked first what there is, because servers differ in what they say to dropping what is not there. */
async function dropCollections(db: Db, name: string): Promise<void> {
  const there = await db.listCollections({}, { nameOnly: true }).toArray();
  const own = [name, countsName(name)].filter((each) => there.some((known) => known.name === each));
  for (const each of own) await db.dropCollection(each);
}

/** To make what is there already changes nothing, so this is asked at each start. */
export async function makeIndexes(db: Db, model: Model): Promise<void> {
  const wanted = indexesOf(model);
  const collection = db.collection(model.name);
  await collection.createIndexes([...wanted]);
  await db.collection(model.counts).createIndexes([GONE]);
  const names = new Set(wanted.map(({ name }) => name));
  for (const { name } of await collection.indexes()) {
    if (name?.startsWith('by_') && !names.has(name)) await collection.dropIndex(name);
  }
}

/** The tenant first and the key last, so that each is one stretch for one tenant, in an order that is total. */
function indexesOf({ collection: { indexes, search } }: Model): readonly IndexDescription[] {
  const declared = indexes
    .filter((fields) => fields.length > 0)
    .map((fields) => ({
      name: `by_${fields.join('_')}`,
      key: { tenant: 1, ...Object.fromEntries(fields.map((field) => [`fields.${field}`, 1])), key: 1 } as const,
    }));
  const searched: readonly IndexDescription[] = [
    { name: 'words', key: { tenant: 1, words: 1 } },
    { name: 'group_words', key: { tenant: 1, group: 1, words: 1 } },
  ];
  return [{ name: 'key', key: { tenant: 1, key: 1 } }, ...declared, ...(search ? searched : []), GONE];
}

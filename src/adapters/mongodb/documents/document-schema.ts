import { type Db, type IndexDescription, MongoServerError } from 'mongodb';
import { declaredOnes, otherAlike } from './document-declared.js';
import { countsName, type Model, versionName } from './document-model.js';
import { GONE } from './gone.js';

export async function dropVersion(db: Db, name: string, version: number): Promise<void> {
  const full = versionName(name, version);
  await dropCollections(db, full);
  await declaredOnes(db).deleteOne({ _id: full });
}

/** Lists the collections first, because servers respond differently to a drop of a missing one. */
export async function dropCollections(db: Db, name: string): Promise<void> {
  const there = await db.listCollections({}, { nameOnly: true }).toArray();
  const own = [name, countsName(name)].filter((each) => there.some((known) => known.name === each));
  for (const each of own) await db.dropCollection(each);
}

/** Runs at each start, because creating an index that exists changes nothing. */
export async function makeIndexes(db: Db, model: Model): Promise<void> {
  const wanted = indexesOf(model);
  const collection = db.collection(model.name);
  await Promise.all([collection.createIndexes([...wanted]), db.collection(model.counts).createIndexes([GONE])]);
  const names = new Set(wanted.map(({ name }) => name));
  for (const { name } of await collection.indexes()) {
    if (name?.startsWith('by_') && !names.has(name)) await collection.dropIndex(name);
  }
}

const NO_COLLECTION = 26;

/** Whether the stored version of the collection has the indexes that the model declares. */
async function hasIndexes(db: Db, model: Model, version: number): Promise<boolean> {
  const collection = db.collection(versionName(model.collection.name, version));
  const stored = await collection.indexes().catch((error) => {
    if (error instanceof MongoServerError && error.code === NO_COLLECTION) return [];
    throw error;
  });
  return declaredNames(stored) === declaredNames(indexesOf(model));
}

/** Versions but that of the model that are stored whole in its shape. */
export async function alikeVersions(db: Db, model: Model): Promise<readonly number[]> {
  const versions: number[] = [];
  for (const version of await otherAlike(db, model)) {
    if (await hasIndexes(db, model, version)) versions.push(version);
  }
  return versions;
}

const declaredNames = (indexes: readonly { readonly name?: string }[]): string =>
  indexes
    .flatMap(({ name }) => (name?.startsWith('by_') ? [name] : []))
    .toSorted()
    .join();

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

import type { Collection, Scalar } from '../../../kernel/projection.js';

/** Scalar as SQLite stores it, which has no booleans. */
export type Value = string | number | null;

export const encode = (value: Scalar | undefined): Value =>
  typeof value === 'boolean' ? Number(value) : (value ?? null);

/** The place of a document in its search index, its own group and a digest of its text. */
export const SEARCH_COLUMNS = ['part', 'own', 'digest'] as const;

/** A field with the sums of a document as JSON. No declared field has its name. */
export const SUMS = 'sums_';

export interface TableNames {
  readonly name: string;
  readonly words: string;
  /** The list of `words`, word by word. */
  readonly terms: string;
}

/** One version of a collection as tables: the documents, their counters, their words. */
export interface Table extends TableNames {
  readonly collection: Collection<unknown>;
  readonly counts: string;
  readonly fields: readonly string[];
  /** The fields' columns first, in the order of `fields`. */
  readonly columns: readonly string[];
  /** @throws TypeError for a field that is not declared. */
  column(field: string): string;
  values(doc: unknown): readonly Value[];
}

export const namesOf = ({ name, words, terms }: TableNames): TableNames => ({ name, words, terms });

const COLLECTION = /^[a-z][A-Za-z0-9-]*$/;
const FIELD = /^[A-Za-z][A-Za-z0-9]*$/;

export const versionId = ({ name, version }: Pick<Collection<never>, 'name' | 'version'>): string =>
  `${name}@${version}`;

export const versionName = (name: string, version: number): string => `${name.replaceAll('-', '_')}_${version}`;

/** Names are put into SQL, so only what is harmless there can be declared. */
export function documentTable(collection: Collection<unknown>): Table {
  const declared = Object.keys(collection.fields);
  const lists = [...collection.indexes, ...(collection.counters ?? [])];
  if (!COLLECTION.test(collection.name) || !Number.isInteger(collection.version)) {
    throw new TypeError(`${collection.name}@${collection.version} is not a valid name of a collection.`);
  }
  for (const field of [...declared, ...lists.flat()]) {
    if (!FIELD.test(field) || !declared.includes(field)) {
      throw new TypeError(`${collection.name}: ${field} is not a declared field.`);
    }
  }
  const name = versionName(collection.name, collection.version);
  const { sums } = collection;
  const fields = sums ? [...declared, SUMS] : declared;
  const summed = sums ? [(doc: unknown) => JSON.stringify(sums(doc))] : [];
  const readers = [...Object.values(collection.fields), ...summed];
  return {
    collection,
    name,
    counts: `${name}_counts`,
    words: `${name}_words`,
    terms: `${name}_terms`,
    fields,
    columns: [...fields.map((field) => `f_${field}`), ...(collection.search ? SEARCH_COLUMNS : [])],
    column(field) {
      if (Object.hasOwn(collection.fields, field)) return `f_${field}`;
      throw new TypeError(`${collection.name}: ${field} is not a declared field.`);
    },
    values: (doc) => readers.map((read) => encode(read(doc))),
  };
}

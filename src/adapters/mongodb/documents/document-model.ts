import type { Collection, Scalar } from '../../../kernel/projection.js';
import { indexedWords } from '../../../ports/stores/words.js';
import { joined } from '../ids.js';
import type { Row } from './document-rows.js';

/** One version of a collection as it is kept: where, and how a document becomes a row. */
export interface Model {
  readonly collection: Collection<unknown>;
  readonly name: string;
  readonly counts: string;
  /** The path of a field in a row. @throws TypeError for a field that is not declared. */
  path(field: string): string;
  /** The document goes in as the text it came as: BSON would change numbers, names with dots and deep nesting. */
  row(tenantId: string, key: string, position: number, doc: unknown): Row;
}

const COLLECTION = /^[a-z][A-Za-z0-9-]*$/;
const FIELD = /^[A-Za-z][A-Za-z0-9]*$/;
/** A tombstone stops a late write of a stalled connection or projector from bringing the document back. */
const TOMBSTONE = 'gone';

export const versionName = (name: string, version: number): string => `${name}@${version}`;
export const countsName = (name: string): string => `${name}.counts`;

/** Nothing else gets into a filter, so that no value can be an operator, nor into an index. */
export function scalar(value: Scalar): Scalar {
  if (['string', 'number', 'boolean'].includes(typeof value)) return value;
  throw new TypeError('A field holds a string, a number or a boolean; compare it with one of these.');
}

export function documentModel(collection: Collection<unknown>): Model {
  const { fields, indexes, counters = [], search, sums } = collection;
  const name = versionName(collection.name, collection.version);
  if (!COLLECTION.test(collection.name) || !Number.isInteger(collection.version)) {
    throw new TypeError(`${name} is not a valid name of a collection.`);
  }
  for (const field of [...Object.keys(fields), ...[...indexes, ...counters].flat()]) {
    if (!FIELD.test(field) || !Object.hasOwn(fields, field)) {
      throw new TypeError(`${collection.name}: ${field} is not a declared field.`);
    }
  }
  const readers = Object.entries(fields);
  return {
    collection,
    name,
    counts: countsName(name),
    path(field) {
      if (Object.hasOwn(fields, field)) return `fields.${field}`;
      throw new TypeError(`${collection.name}: ${field} is not a declared field.`);
    },
    row(tenantId, key, position, doc) {
      const id = { _id: joined(tenantId, key), position };
      if (doc === undefined) return { ...id, [TOMBSTONE]: new Date() };
      const values: [string, Scalar][] = [];
      for (const [field, read] of readers) {
        const value = read(doc);
        if (value !== undefined) values.push([field, scalar(value)]);
      }
      return {
        ...id,
        tenant: tenantId,
        key,
        fields: Object.fromEntries(values),
        ...(search && { group: search.group(doc), words: indexedWords(search.text(doc)) }),
        ...(sums && { sums: sums(doc) }),
        doc: JSON.stringify(doc),
      };
    },
  };
}

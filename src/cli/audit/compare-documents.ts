import { equal } from '../../kernel/equal.js';
import type { Scalar } from '../../kernel/projection.js';
import type { DocumentStore, Query, Reader } from '../../ports/stores/document-store.js';
import type { Refold } from './refold.js';

const PAGE = 1_000;

/** The document after a round trip through JSON, as a store returns it. */
const stored = (doc: unknown): unknown => JSON.parse(JSON.stringify(doc));

/** Finds missing, additional and different documents. */
export async function compareDocuments(documents: DocumentStore, { projection, tenants }: Refold): Promise<string[]> {
  const wrong: string[] = [];
  for (const [tenantId, expected] of tenants) {
    const at = (key: string) => `${projection.name} ${tenantId}/${key}`;
    const seen = new Set<string>();
    for await (const [key, doc] of everything(documents.reader<unknown>(projection, tenantId))) {
      const wanted = expected.get(key);
      if (seen.has(key)) wrong.push(`${at(key)} exists twice`);
      else if (wanted === undefined) wrong.push(`${at(key)} exists but should not`);
      else if (!equal(doc, stored(wanted))) {
        wrong.push(`${at(key)} is ${JSON.stringify(doc)}, expected ${JSON.stringify(wanted)}`);
      }
      seen.add(key);
    }
    for (const key of expected.keys()) if (!seen.has(key)) wrong.push(`${at(key)} is missing`);
  }
  return wrong;
}

/** Checks that the index of each field orders the documents by their values. */
export async function compareOrders(documents: DocumentStore, { projection, tenants }: Refold): Promise<string[]> {
  const wrong: string[] = [];
  for (const [tenantId, expected] of tenants) {
    const reader = documents.reader<unknown>(projection, tenantId);
    for (const [field, read] of Object.entries(projection.fields)) {
      const at = `${projection.name} ${tenantId} by ${field}`;
      let before: Place | undefined;
      let found = 0;
      for await (const [key, doc] of everything(reader, field, read)) {
        const place: Place = [read(doc), key];
        if (before && byValueThenKey(before, place) >= 0) wrong.push(`${at}: ${place} comes after ${before}`);
        [before, found] = [place, found + 1];
      }
      if (found !== expected.size) wrong.push(`${at}: ${found} documents, expected ${expected.size}`);
    }
  }
  return wrong;
}

type Place = readonly [value: Scalar | undefined, key: string];

/** All documents, page by page. */
async function* everything(
  reader: Reader<unknown>,
  field?: string,
  read?: (doc: unknown) => Scalar | undefined,
): AsyncGenerator<readonly [key: string, doc: unknown]> {
  const order: Pick<Query, 'order'> = field === undefined ? {} : { order: { field, descending: false } };
  let after: Query['after'];
  for (;;) {
    const { keys, docs, hasMore } = await reader.find({ ...order, limit: PAGE, ...(after ? { after } : {}) });
    for (const [i, key] of keys.entries()) yield [key, docs[i]];
    const key = keys.at(-1);
    if (!hasMore || key === undefined) return;
    const value = read?.(docs.at(-1));
    after = value === undefined ? { key } : { key, value };
  }
}

/** Undefined values come first. */
const byValueThenKey = ([a, aKey]: Place, [b, bKey]: Place): number => compared(a, b) || compared(aKey, bKey);

function compared(a: Scalar | undefined, b: Scalar | undefined): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b);
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

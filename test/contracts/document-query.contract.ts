import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Scalar } from '../../src/kernel/projection.js';
import type { Condition, DocumentStore, Order, Query } from '../../src/ports/stores/document-store.js';
import { type Book, books, type Library, library } from './library.js';

const RUNS = { seed: 20_300_101, numRuns: 60 };

/** Order of code points, which is that of UTF-8. */
const compareText = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function compare(a: Scalar | undefined, b: Scalar | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  return Number(a) - Number(b);
}

const field = (name: string, book: Book): Scalar | undefined => books.fields[name]?.(book);

function holds(condition: Condition, book: Book): boolean {
  const value = field(condition.field, book);
  if (value === undefined) return false;
  if (condition.is === 'in') return condition.values.includes(value);
  const order = compare(value, condition.value);
  return { '=': order === 0, '>': order > 0, '>=': order >= 0, '<': order < 0, '<=': order <= 0 }[condition.is];
}

/** The answer as a plain list gives it. */
function expected(all: readonly Book[], where: readonly Condition[], order?: Order): readonly string[] {
  const sorted = all
    .filter((book) => where.every((condition) => holds(condition, book)))
    .sort((a, b) => (order && compare(field(order.field, a), field(order.field, b))) || compareText(a.id, b.id));
  return (order?.descending ? sorted.reverse() : sorted).map(({ id }) => id);
}

async function byPlace({ books }: Library, query: Omit<Query, 'limit'>, limit: number, between = async () => {}) {
  const seen: string[] = [];
  for (let after: Query['after']; ; ) {
    const page = await books.find({ ...query, limit, ...(after && { after }) });
    seen.push(...page.keys);
    const [last, key] = [page.docs.at(-1), page.keys.at(-1)];
    if (!page.hasMore || !last || key === undefined) return seen;
    const value = query.order && field(query.order.field, last);
    after = { key, ...(value !== undefined && { value }) };
    await between();
  }
}

async function byOffset({ books }: Library, query: Omit<Query, 'limit'>, limit: number) {
  const seen: string[] = [];
  for (let more = true; more; ) {
    const page = await books.find({ ...query, limit, offset: seen.length });
    seen.push(...page.keys);
    more = page.hasMore;
  }
  return seen;
}

const text = fc.constantFrom('', 'a', 'B', 'ä', 'Z', 'z', '1', "o'", '"', '%', '\\', '漢', '🚢', '\uffee');
const book = fc.record(
  {
    id: fc.constantFrom('k1', 'k2', 'K3', 'k-4', 'k_5', 'kä', "k'", 'k.8', 'k9', 'k10', 'k11', 'k12'),
    title: text,
    shelf: fc.constantFrom('x', 'y'),
    pages: fc.constantFrom(-1, 0, 0.5, 2, 10, 2 ** 40),
    lent: fc.boolean(),
  },
  { requiredKeys: ['id'] },
) as fc.Arbitrary<Book>;

const comparison = fc.constantFrom('=', '>', '>=', '<', '<=' as const);
const valued = (name: string, value: fc.Arbitrary<Scalar>): fc.Arbitrary<Condition> =>
  fc.oneof(
    fc.record({ field: fc.constant(name), is: comparison, value }),
    fc.record({ field: fc.constant(name), is: fc.constant('in' as const), values: fc.array(value, { maxLength: 3 }) }),
  ) as fc.Arbitrary<Condition>;
const condition = fc.oneof(
  valued('title', text),
  valued('shelf', fc.constantFrom('x', 'y', 'z')),
  valued('pages', fc.constantFrom(-1, 0, 0.5, 1, 10)),
  valued('lent', fc.boolean()),
);
const order = fc.record({ field: fc.constantFrom('title', 'shelf', 'pages', 'lent'), descending: fc.boolean() });

export function describeQueries(open: () => DocumentStore): void {
  describe('queries', () => {
    test('pages by place and by offset are what a plain list gives, whatever is asked', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(book, { selector: ({ id }) => id, maxLength: 12 }),
          fc.array(condition, { maxLength: 2 }),
          fc.option(order, { nil: undefined }),
          fc.integer({ min: 1, max: 5 }),
          fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
          async (kept, where, order, limit, bytes) => {
            const shelves = library(open());
            await shelves.put(...kept);
            const keys = expected(kept, where, order);
            const query = { where, ...(order && { order }), ...(bytes && { bytes }) };
            expect(await byPlace(shelves, query, limit)).toEqual(keys);
            expect(await byOffset(shelves, query, limit)).toEqual(keys);
            expect(await shelves.books.count({ where })).toBe(keys.length);
          },
        ),
        RUNS,
      );
    });

    test('a walk by place meets each document once while others come and go around it', async () => {
      const shelves = library(open());
      const ids = Array.from({ length: 20 }, (_, i) => `m${String(i).padStart(2, '0')}`);
      await shelves.put(...ids.map((id, i) => ({ id, pages: Math.floor(i / 4) })));
      let turn = 0;
      const seen = await byPlace(shelves, { order: { field: 'pages', descending: true } }, 3, async () => {
        turn++;
        await shelves.put({ id: `early${turn}`, pages: 99 }, { id: `z${turn}`, pages: 4 }, { id: `late${turn}` });
      });
      expect(seen.filter((id) => ids.includes(id))).toEqual(ids.toReversed());
      expect(new Set(seen).size).toBe(seen.length);
    });

    test('there is more only when there is', async () => {
      const { put, books } = library(open());
      await put({ id: 'a' }, { id: 'b' });
      expect((await books.find({ limit: 1 })).hasMore).toBe(true);
      expect((await books.find({ limit: 2 })).hasMore).toBe(false);
      expect((await books.find({ limit: 1, offset: 1 })).hasMore).toBe(false);
      expect((await books.find({ limit: 2_147_483_647 })).keys).toEqual(['a', 'b']);
      expect(await books.find({ limit: 1, offset: 5 })).toEqual({ docs: [], keys: [], hasMore: false });
    });

    test('a page ends early at its bytes, with one document at least, and says that there is more', async () => {
      const { put, books } = library(open());
      const title = 'x'.repeat(1_000);
      await put(...['a', 'b', 'c', 'd'].map((id) => ({ id, title, pages: 1 })));
      const order = { field: 'pages', descending: false };
      const page = await books.find({ order, limit: 10, bytes: 2_500 });
      expect([page.keys, page.docs.length, page.hasMore]).toEqual([['a', 'b'], 2, true]);
      const next = await books.find({ order, limit: 10, bytes: 2_500, after: { value: 1, key: 'b' } });
      expect([next.keys, next.hasMore]).toEqual([['c', 'd'], false]);
      expect((await books.find({ limit: 10, bytes: 1 })).keys).toEqual(['a']);
    });

    test('a field that is not declared is a mistake of the program, and no way into the store', async () => {
      const { put, books } = library(open());
      await put({ id: 'a' });
      const field = 'pages" or 1=1 --';
      await expect(books.find({ where: [{ field, is: '=', value: 1 }], limit: 1 })).rejects.toThrow(TypeError);
      await expect(books.find({ order: { field, descending: true }, limit: 1 })).rejects.toThrow(TypeError);
      await expect(books.count({ where: [{ field: 'tenant', is: '=', value: 1 }] })).rejects.toThrow(TypeError);
      await expect(books.find({ after: { key: 'a' }, offset: 1, limit: 1 })).rejects.toThrow(TypeError);
    });
  });
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Condition, DocumentStore } from '../../src/ports/stores/document-store.js';
import { type Book, library } from './library.js';

const SHELVES = ['x', 'y', '"', "'"] as const;

const book = fc.record(
  {
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    shelf: fc.constantFrom(...SHELVES),
    lent: fc.boolean(),
    pages: fc.nat({ max: 9 }),
  },
  { requiredKeys: ['id'] },
) as fc.Arbitrary<Book>;

/** A commit: books put, or removed where only the id is of interest. */
const commits = fc.array(fc.array(fc.tuple(book, fc.boolean()), { maxLength: 6 }), { maxLength: 6 });

const is = (field: string, value: string | boolean): Condition => ({ field, is: '=', value });

export function describeCounters(open: () => DocumentStore): void {
  describe('totals', () => {
    test('equal what is counted one by one, after any writes', async () => {
      await fc.assert(
        fc.asyncProperty(commits, async (all) => {
          const { books, commit, shelving, removing } = library(open());
          const kept = new Map<string, Book>();
          for (const each of all) {
            for (const [book, stays] of each) {
              if (stays) kept.set(book.id, book);
              else kept.delete(book.id);
            }
            await commit(each.map(([book, stays]) => (stays ? shelving(book) : removing(book.id))));
          }
          const left = [...kept.values()];
          const pages = (some: readonly Book[]) => some.reduce((sum, book) => sum + (book.pages ?? 0), 0);
          expect(await books.count({})).toBe(left.length);
          expect(await books.sum('all')).toBe(pages(left));
          expect(await books.sum('unknown')).toBe(0);
          for (const shelf of SHELVES) {
            const there = left.filter((book) => book.shelf === shelf);
            expect(await books.count({ where: [is('shelf', shelf)] })).toBe(there.length);
            expect(await books.sum(shelf)).toBe(pages(there));
            for (const lent of [true, false]) {
              const expected = there.filter((book) => book.lent === lent).length;
              expect(await books.count({ where: [is('shelf', shelf), is('lent', lent)] })).toBe(expected);
              expect(await books.count({ where: [is('lent', lent), is('shelf', shelf)] })).toBe(expected);
            }
          }
        }),
        { seed: 20_300_101, numRuns: 100 },
      );
    });

    test('are right for what no counter was declared for', async () => {
      const { books, put } = library(open());
      await put({ id: 'a', pages: 1, lent: true }, { id: 'b', pages: 5 }, { id: 'c', pages: 9, lent: true });
      expect(await books.count({ where: [is('lent', true)] })).toBe(2);
      expect(await books.count({ where: [{ field: 'pages', is: '>', value: 1 }] })).toBe(2);
      expect(await books.count({ where: [{ field: 'pages', is: 'in', values: [1, 9] }, is('lent', true)] })).toBe(2);
    });

    test('of two conditions on one field both must hold', async () => {
      const { books, put } = library(open());
      await put({ id: 'a', shelf: 'x' });
      expect(await books.count({ where: [is('shelf', 'x'), is('shelf', 'y')] })).toBe(0);
      expect(await books.count({ where: [is('shelf', 'y'), is('shelf', 'x')] })).toBe(0);
      expect(await books.count({ where: [is('shelf', 'x'), is('shelf', 'x')] })).toBe(1);
    });
  });
}

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CheckpointConflict, type DocumentStore } from '../../src/ports/stores/document-store.js';
import { describeCounters } from './document-counters.contract.js';
import { describeQueries } from './document-query.contract.js';
import { describeSearch } from './document-search.contract.js';
import { describeVersions } from './document-versions.contract.js';
import { books, library, notes, write } from './library.js';

/** What every document store promises. Each test has tenants of its own, so that one store serves them all. */
export function describeDocumentStore(name: string, open: () => Promise<DocumentStore>): void {
  describe(`document store: ${name}`, () => {
    let store: DocumentStore;
    beforeAll(async () => {
      store = await open();
      await store.prepare([books, notes]);
    });
    afterAll(() => store.close());

    describeDocuments(() => store);
    describeQueries(() => store);
    describeCounters(() => store);
    describeSearch(() => store);
    describeVersions(() => store);
  });
}

function describeDocuments(open: () => DocumentStore): void {
  test('a document is given back as it was put', async () => {
    const { put, books } = library(open());
    const book = {
      id: 'a',
      title: `O'Brien; "drop" -- \\ 漢字 🚢`,
      pages: 0.5,
      lent: false,
      inside: { list: [1, null, 'x'] },
    };
    await put(book);
    expect(await books.get('a')).toEqual(book);
  });

  test('what was never put is not there', async () => {
    const { books } = library(open());
    expect(await books.get('a')).toBeUndefined();
    expect(await books.many(['a', 'b'])).toEqual([]);
    expect(await books.find({ limit: 10 })).toEqual({ docs: [], keys: [], hasMore: false });
    expect(await books.count({})).toBe(0);
  });

  test('many come in the order asked and unknown ones are left out', async () => {
    const { put, books } = library(open());
    await put({ id: 'a' }, { id: 'b' }, { id: 'c' });
    expect(await books.many(['c', 'x', 'a'])).toEqual([{ id: 'c' }, { id: 'a' }]);
  });

  test('a later document takes the place of an earlier one', async () => {
    const { put, books } = library(open());
    await put({ id: 'a', shelf: 'old', pages: 1 });
    await put({ id: 'a', pages: 2 });
    expect(await books.get('a')).toEqual({ id: 'a', pages: 2 });
    expect((await books.find({ where: [{ field: 'shelf', is: '=', value: 'old' }], limit: 1 })).keys).toEqual([]);
    expect((await books.find({ where: [{ field: 'pages', is: '=', value: 2 }], limit: 1 })).keys).toEqual(['a']);
  });

  test('of several writes to one key in one commit the last counts', async () => {
    const { commit, shelving, removing, books, found } = library(open());
    await commit([
      shelving({ id: 'a', title: 'first', shelf: 'x' }),
      shelving({ id: 'b', title: 'first' }),
      shelving({ id: 'a', title: 'second', shelf: 'y' }),
      removing('b'),
      removing('c'),
      shelving({ id: 'c', title: 'third', shelf: 'y' }),
    ]);
    expect(await books.get('a')).toEqual({ id: 'a', title: 'second', shelf: 'y' });
    expect(await books.get('b')).toBeUndefined();
    expect(await books.count({ where: [{ field: 'shelf', is: '=', value: 'y' }] })).toBe(2);
    expect(await found('first')).toEqual([]);
    expect(await found('second')).toEqual(['a']);
  });

  test('a removed document is gone, and its key can be used again', async () => {
    const { put, remove, books } = library(open());
    await put({ id: 'a', shelf: 'x', title: 'old' });
    await remove('a', 'never there');
    expect(await books.get('a')).toBeUndefined();
    expect(await books.count({})).toBe(0);
    await put({ id: 'a', title: 'new' });
    expect(await books.get('a')).toEqual({ id: 'a', title: 'new' });
    expect(await books.count({})).toBe(1);
  });

  test('the same commit a second time changes nothing', async () => {
    const { commit, shelving, removing, books, found } = library(open());
    const writes = [shelving({ id: 'a', shelf: 'x', title: 'kept' }), shelving({ id: 'b', shelf: 'x' }), removing('b')];
    await commit(writes);
    await commit(writes);
    expect(await books.find({ limit: 10 })).toMatchObject({ keys: ['a'] });
    expect(await books.count({ where: [{ field: 'shelf', is: '=', value: 'x' }] })).toBe(1);
    expect(await found('kept')).toEqual(['a']);
  });

  test('a checkpoint moves with the documents of its commit', async () => {
    const { commit, shelving, tenantId } = library(open());
    const name = `books-of-${tenantId}@1`;
    expect(await open().checkpoint(name)).toBe(0);
    await commit([shelving({ id: 'a' })], [{ name, position: 7 }]);
    expect(await open().checkpoint(name)).toBe(7);
    await commit([], [{ name, position: 9 }]);
    expect(await open().checkpoint(name)).toBe(9);
  });

  test('a checkpoint that stands elsewhere than its writer left it refuses the commit', async () => {
    const { commit, shelving, tenantId, books } = library(open());
    const name = `books-of-${tenantId}@1`;
    await commit([shelving({ id: 'a', shelf: 'x' })], [{ name, position: 7, after: 0 }]);
    await commit([shelving({ id: 'a', shelf: 'y' })], [{ name, position: 9, after: 7 }]);
    const late = commit([shelving({ id: 'a', shelf: 'z' })], [{ name, position: 8, after: 7 }]);
    await expect(late).rejects.toThrow(CheckpointConflict);
    expect(await open().checkpoint(name)).toBe(9);
    expect(await books.get('a')).toEqual({ id: 'a', shelf: 'y' });
    expect(await books.count({ where: [{ field: 'shelf', is: '=', value: 'z' }] })).toBe(0);
    expect(await books.count({ where: [{ field: 'shelf', is: '=', value: 'y' }] })).toBe(1);
  });

  test('tenants never see each other, under the same keys', async () => {
    const [mine, theirs] = [library(open()), library(open())];
    await mine.put({ id: 'a', title: 'mine', shelf: 'x' });
    await theirs.put({ id: 'a', title: 'theirs', shelf: 'x' }, { id: 'b', title: 'theirs', shelf: 'x' });
    await theirs.remove('a');
    expect(await mine.books.get('a')).toEqual({ id: 'a', title: 'mine', shelf: 'x' });
    expect(await mine.books.get('b')).toBeUndefined();
    expect(await mine.books.many(['a', 'b'])).toHaveLength(1);
    const where = [{ field: 'shelf', is: '=', value: 'x' }] as const;
    expect((await mine.books.find({ where, limit: 10 })).keys).toEqual(['a']);
    expect(await mine.books.count({ where })).toBe(1);
    expect(await theirs.books.count({})).toBe(1);
  });
}

/** `opened` opens the same files or database each time, as processes of different versions do. */
export function describeResetByOthers(
  opened: (...collections: readonly (typeof books)[]) => Promise<DocumentStore>,
): void {
  test('a reset empties versions that only other processes know', async () => {
    const tenantId = randomUUID();
    const older = await opened(books);
    await older.commit([write(books, tenantId, 'a', { id: 'a' })], [{ name: 'contract-books@1', position: 5 }]);
    await older.close();
    const newer = await opened({ ...books, version: 2 });
    await newer.reset();
    await newer.close();
    const again = await opened(books);
    expect(await again.checkpoint('contract-books@1')).toBe(0);
    expect(await again.reader(books, tenantId).get('a')).toBeUndefined();
    await again.close();
  });
}

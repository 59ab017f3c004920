import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CheckpointConflict, type DocumentStore } from '../../src/ports/stores/document-store.js';
import { describeCounters } from './document-counters.contract.js';
import { describeQueries } from './document-query.contract.js';
import { describeSearch } from './document-search.contract.js';
import { type Book, books, library, notes, write } from './library.js';

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

function describeVersions(open: () => DocumentStore): void {
  /** A collection of this test alone. */
  const versions = () => {
    const name = `contract-${randomUUID()}`;
    const first = { ...books, name, search: { ...books.search, index: name } } as typeof books;
    return { name, first, second: { ...first, version: 2 }, tenantId: randomUUID() };
  };
  const book: Book = { id: 'a', title: 'Harbour', shelf: 'x' };

  test('two versions of a collection stand side by side', async () => {
    const { name, first, second, tenantId } = versions();
    await open().prepare([first, second]);
    await open().commit([write(first, tenantId, 'a', book)], []);
    expect(await open().reader(second, tenantId).get('a')).toBeUndefined();
    expect(await open().reader(second, tenantId).count({})).toBe(0);
    await open().commit([write(second, tenantId, 'a', { ...book, title: 'Port' })], []);
    const search = (version: typeof first, word: string) =>
      open()
        .reader(version, tenantId)
        .count({ matching: { index: name, text: word } });
    expect([await search(first, 'harbour'), await search(first, 'port')]).toEqual([1, 0]);
    expect([await search(second, 'harbour'), await search(second, 'port')]).toEqual([0, 1]);
  });

  test('a search index has its own words, under the same tenant and group', async () => {
    const { name, first } = versions();
    const { tenantId, put, found } = library(open());
    await open().prepare([first]);
    await put({ id: 'a', title: 'library' });
    await open().commit([write(first, tenantId, 'a', book)], []);
    const search = (word: string) =>
      open()
        .reader(first, tenantId)
        .count({ matching: { index: name, text: word } });
    expect([await search('harbour'), await search('library')]).toEqual([1, 0]);
    expect([await found('harbour'), await found('library')]).toEqual([[], ['a']]);
    await expect(
      open()
        .reader(first, tenantId)
        .count({ matching: { index: 'contract-library', text: 'library' } }),
    ).rejects.toThrow(TypeError);
  });

  test('the others are dropped with their checkpoint, and this one stays', async () => {
    const { name, first, second, tenantId } = versions();
    await open().prepare([first, second]);
    await open().commit(
      [write(first, tenantId, 'a', book), write(second, tenantId, 'a', book)],
      [
        { name: `${name}@1`, position: 5 },
        { name: `${name}@2`, position: 5 },
      ],
    );
    await open().dropOthers(second);
    await open().dropOthers(second);
    expect(await open().reader(second, tenantId).get('a')).toEqual(book);
    expect(await open().reader(second, tenantId).count({})).toBe(1);
    expect(await open().checkpoint(`${name}@1`)).toBe(0);
    expect(await open().checkpoint(`${name}@2`)).toBe(5);
    await open().prepare([first]);
    expect(await open().reader(first, tenantId).find({ limit: 1 })).toMatchObject({ keys: [] });
    expect(await open().reader(first, tenantId).count({})).toBe(0);
  });

  test('earlier versions are those of the declared structure that are stored whole', async () => {
    const { first, second } = versions();
    const third = { ...second, version: 3 };
    await open().prepare([first, third]);
    expect([await open().earlierVersions(first), await open().earlierVersions(third)]).toEqual([[], [1]]);
    const others: readonly (typeof third)[] = [
      { ...third, version: 4, indexes: third.indexes.slice(1) },
      { ...third, version: 5, indexes: [...third.indexes, ['shelf']] },
      { ...third, version: 6, counters: [] },
      { ...third, version: 7, fields: { ...third.fields, other: () => 1 } },
    ];
    for (const each of others) {
      await open().prepare([each]);
      expect([each.version, await open().earlierVersions(each)]).toEqual([each.version, []]);
    }
    await open().prepare([second]);
    expect((await open().earlierVersions(third)).toSorted()).toEqual([1, 2]);
    await open().dropOthers(third);
    expect(await open().earlierVersions(third)).toEqual([]);
    await open().prepare([first]);
    expect(await open().earlierVersions(third)).toEqual([1]);
    await open().reset();
    await open().prepare([books, notes, third]);
    expect(await open().earlierVersions(third)).toEqual([]);
  });

  test('to prepare again what is there loses nothing', async () => {
    const { first, tenantId } = versions();
    await open().prepare([first]);
    await open().commit([write(first, tenantId, 'a', book)], []);
    await open().prepare([first]);
    expect(await open().reader(first, tenantId).get('a')).toEqual(book);
  });

  test('a reset empties every version and forgets its checkpoint', async () => {
    const { name, first, second, tenantId } = versions();
    await open().prepare([first, second]);
    await open().commit(
      [write(first, tenantId, 'a', book), write(second, tenantId, 'a', book)],
      [1, 2].map((version) => ({ name: `${name}@${version}`, position: 5 })),
    );
    await open().reset();
    await open().prepare([books, notes, first, second]);
    for (const version of [first, second]) {
      expect(await open().reader(version, tenantId).count({})).toBe(0);
      expect(await open().reader(version, tenantId).get('a')).toBeUndefined();
      expect(await open().checkpoint(`${name}@${version.version}`)).toBe(0);
    }
    const early = { ...write(first, tenantId, 'a', book), position: 1 };
    await open().commit([early], [{ name: `${name}@1`, position: 1, after: 0 }]);
    expect(await open().reader(first, tenantId).get('a')).toEqual(book);
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

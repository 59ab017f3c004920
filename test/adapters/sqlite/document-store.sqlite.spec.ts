import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteDocumentStore } from '../../../src/adapters/sqlite/documents/document-store.js';
import type { Collection } from '../../../src/kernel/projection.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { describeDocumentStore, describeResetByOthers } from '../../contracts/document-store.contract.js';
import { books, library, notes, write } from '../../contracts/library.js';

describeDocumentStore('SQLite', async () => new SqliteDocumentStore(':memory:'));

const files = mkdtempSync(join(tmpdir(), 'tidings-documents-'));
afterAll(() => rmSync(files, { recursive: true }));
let opened = 0;
describeDocumentStore('SQLite, as a file', async () => new SqliteDocumentStore(join(files, `${opened++}.db`)));

describe('document store: SQLite, as a file', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidings-documents-'));
    path = join(folder, 'read.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function opened(...collections: readonly Collection<never>[]) {
    const store = new SqliteDocumentStore(path);
    await store.prepare(collections.length > 0 ? collections : [books, notes]);
    return store;
  }

  describeResetByOthers(opened);

  const lent = [{ field: 'shelf', is: '=', value: 'x' } as const, { field: 'lent', is: '=', value: true } as const];
  const matching = (...words: readonly string[]) => ({ index: 'contract-library', text: words.join(' ') });

  test('documents, totals, words and checkpoints are there after it was opened again', async () => {
    const before = await opened();
    const { tenantId, commit, shelving, noting } = library(before);
    await commit(
      [
        shelving({ id: 'a', title: 'Harbour', shelf: 'x', lent: true }),
        shelving({ id: 'b', title: 'Crane', shelf: 'x', lent: true }),
        noting({ id: 'n', book: 'a', text: 'rust' }),
      ],
      [{ name: 'contract-books@1', position: 3 }],
    );
    await before.close();

    const after = await opened();
    const reader = after.reader(books, tenantId);
    expect(await after.checkpoint('contract-books@1')).toBe(3);
    expect(await reader.count({ where: lent })).toBe(2);
    expect(await reader.count({ matching: matching('harbour', 'rust') })).toBe(1);

    const put = (id: string, doc: unknown) => after.commit([write(books, tenantId, id, doc)], []);
    await put('a', { id: 'a', title: 'Harbour', shelf: 'x', lent: true, pages: 1 });
    expect(await reader.count({ where: lent })).toBe(2);
    expect(await reader.count({ matching: matching('harbour', 'rust') })).toBe(1);
    await put('a', { id: 'a', title: 'Quay', shelf: 'x', lent: false });
    await put('b', undefined);
    await put('c', { id: 'c', title: 'Ladder' });
    const note = (id: string, doc: unknown) => after.commit([write(notes, tenantId, id, doc)], []);
    await note('n2', { id: 'n2', book: 'a', text: 'paint' });
    await note('n3', { id: 'n3', book: 'a', text: 'oil' });
    await note('n2', undefined);
    await note('n3', undefined);
    await note('n4', { id: 'n4', book: 'a', text: 'paint' });
    expect(await reader.count({ where: lent })).toBe(0);
    expect(await reader.count({ matching: matching('harbour') })).toBe(0);
    expect(await reader.count({ matching: matching('crane') })).toBe(0);
    expect(await reader.count({ matching: matching('quay', 'rust', 'paint') })).toBe(1);
    await note('n', undefined);
    expect(await reader.count({ matching: matching('rust') })).toBe(0);
    expect(await reader.count({ matching: matching('paint') })).toBe(1);
    await after.close();
  });

  test('a total of a declared list is looked up and not counted', async () => {
    const before = await opened();
    const { tenantId, put } = library(before);
    await put({ id: 'a', shelf: 'x', lent: true });
    await before.close();
    const db = new DatabaseSync(path);
    db.exec('update contract_books_1_counts set n = 42');
    db.close();

    const after = await opened();
    const reader = after.reader(books, tenantId);
    expect(await reader.count({})).toBe(42);
    expect(await reader.count({ where: lent })).toBe(42);
    expect(await reader.count({ where: lent.toReversed() })).toBe(42);
    expect(await reader.count({ where: lent.slice(1) })).toBe(1);
    await after.close();
  });

  test('a collection declared otherwise under the same version is built anew, from checkpoint 0', async () => {
    const before = await opened();
    const { tenantId, commit, shelving } = library(before);
    await commit([shelving({ id: 'a' })], [{ name: 'contract-books@1', position: 3 }]);
    await before.close();

    const after = await opened({ ...books, counters: [[]] });
    expect(await after.reader(books, tenantId).get('a')).toBeUndefined();
    expect(await after.checkpoint('contract-books@1')).toBe(0);
    await after.close();
  });

  test('an index can come and go without a new version', async () => {
    const before = await opened();
    const { tenantId, put } = library(before);
    await put({ id: 'a', pages: 1 }, { id: 'b', pages: 2 });
    await before.close();

    const after = await opened({ ...books, indexes: [['lent', 'pages']] });
    const order = { field: 'pages', descending: true };
    expect((await after.reader(books, tenantId).find({ order, limit: 2 })).keys).toEqual(['b', 'a']);
    await after.close();
    const db = new DatabaseSync(path);
    const names = db.prepare(`select name from sqlite_schema where name like 'contract_books_1_by_%'`).all();
    expect(names).toEqual([{ name: 'contract_books_1_by_lent_pages' }]);
    db.close();
  });

  test('a version is dropped slice by slice, and meanwhile others write and read', async () => {
    const second = { ...books, version: 2 };
    const store = await opened(books, notes, second);
    const { tenantId, put } = library(store);
    await put(...Array.from({ length: 6_500 }, (_, i) => ({ id: `k${i}`, title: `word${i}`, shelf: 'x' })));
    let ended = false;
    const dropping = store.dropOthers(second).then(() => {
      ended = true;
    });
    let between = 0;
    for (; !ended; between++) {
      await store.commit([write(second, tenantId, `k${between}`, { id: `k${between}` })], []);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await dropping;
    expect(between).toBeGreaterThan(9);
    expect(await store.reader(second, tenantId).count({})).toBe(between);
    await store.close();
    const db = new DatabaseSync(path);
    expect(db.prepare(`select name from sqlite_schema where name like 'contract_books_1%'`).all()).toEqual([]);
    db.close();
  });

  /** As a crash leaves a version that was being dropped. */
  async function halfDropped() {
    const store = await opened();
    const { tenantId, put } = library(store);
    await put({ id: 'a', shelf: 'x' }, { id: 'b', shelf: 'x' });
    await store.close();
    const db = new DatabaseSync(path);
    db.exec(`
      update collections set shape = '' where name = 'contract-books';
      drop index contract_books_1_by_pages;
      delete from contract_books_1 where key = 'a';
    `);
    db.close();
    return tenantId;
  }

  test('a version that a crash left half dropped is dropped at the next try', async () => {
    await halfDropped();
    const second = { ...books, version: 2 };
    const store = await opened(second);
    await store.dropOthers(second);
    await store.close();
    const db = new DatabaseSync(path);
    expect(db.prepare(`select name from sqlite_schema where name like 'contract_books_1%'`).all()).toEqual([]);
    db.close();
  });

  test('a version that a crash left half dropped begins anew when it is wanted again', async () => {
    const tenantId = await halfDropped();
    const store = await opened(books);
    expect(await store.reader(books, tenantId).find({ limit: 2 })).toMatchObject({ keys: [] });
    expect(await store.reader(books, tenantId).count({})).toBe(0);
    await store.close();
  });

  test('a commit that fails half-way leaves neither documents nor totals, and the next one works', async () => {
    const store = await opened();
    const { books: reader, commit, shelving, found } = library(store);
    const unwritable = { id: 'b', toJSON: () => unwritable.id.repeat(-1) };
    const failing = commit(
      [shelving({ id: 'a', title: 'half', shelf: 'x' }), shelving(unwritable)],
      [{ name: 'c', position: 9 }],
    );
    await expect(failing).rejects.toThrow(RangeError);
    expect(await reader.get('a')).toBeUndefined();
    expect(await reader.count({})).toBe(0);
    expect(await store.checkpoint('c')).toBe(0);

    const other = library(store);
    await other.put({ id: 'z', title: 'foreign' });
    await commit([shelving({ id: 'b', title: 'next' }), shelving({ id: 'a', title: 'whole' })]);
    expect(await reader.count({})).toBe(2);
    expect(await other.books.count({})).toBe(1);
    expect([await found('half'), await found('whole'), await found('next')]).toEqual([[], ['a'], ['b']]);
    await expect(commit([shelving({ id: 'c', title: 'half' }), shelving(unwritable)])).rejects.toThrow(RangeError);
    await commit([shelving({ id: 'd', title: 'fourth' }), shelving({ id: 'c', title: 'third' })]);
    expect([await found('half'), await found('third'), await found('fourth')]).toEqual([[], ['c'], ['d']]);
    await store.close();
  });

  test('a store that is closed, or whose file is damaged, is unavailable', async () => {
    const before = await opened();
    const { tenantId, put, shelving } = library(before);
    await put(...Array.from({ length: 500 }, (_, i) => ({ id: `k${i}`, title: 'x'.repeat(1_000) })));
    await before.close();
    await expect(before.reader(books, tenantId).get('k1')).rejects.toThrow(StoreUnavailable);
    await expect(before.commit([shelving({ id: 'a' })], [])).rejects.toThrow(StoreUnavailable);

    const file = openSync(path, 'r+');
    const start = 4096 * Math.floor(statSync(path).size / 8192);
    writeSync(file, Buffer.alloc(statSync(path).size - start, 0xff), 0, undefined, start);
    closeSync(file);
    const damaged = await opened();
    await expect(damaged.reader(books, tenantId).find({ limit: 500 })).rejects.toThrow(StoreUnavailable);
    await damaged.close();
  });
});

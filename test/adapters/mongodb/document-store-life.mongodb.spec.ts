import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MongoDocumentStore } from '../../../src/adapters/mongodb/documents/document-store.js';
import type { Collection } from '../../../src/kernel/projection.js';
import { CheckpointConflict } from '../../../src/ports/stores/document-store.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { describeResetByOthers } from '../../contracts/document-store.contract.js';
import { books, library, notes, write } from '../../contracts/library.js';
import { aDatabase, dropDatabase, MONGODB, WITHOUT_MONGODB, withClient } from '../../support/servers/mongodb.js';

if (MONGODB) describeLife(MONGODB);
else test('document store: MongoDB, from life to life', ({ skip }) => skip(WITHOUT_MONGODB));

const CHECKPOINT = 'contract-books@1';
const TENANT = 'harbour';
const MEBIBYTE = 1_048_576;
const lent = [{ field: 'shelf', is: '=', value: 'x' } as const, { field: 'lent', is: '=', value: true } as const];
const matching = (...words: readonly string[]) => ({ index: 'contract-library', text: words.join(' ') });

function describeLife(server: URL): void {
  describe('document store: MongoDB, from life to life', () => {
    let database: string;
    let stores: MongoDocumentStore[];
    beforeEach(() => {
      database = aDatabase(server);
      stores = [];
    });
    afterEach(async () => {
      for (const store of stores) await store.close();
      await dropDatabase(database);
    });

    async function opened(...collections: readonly Collection<never>[]) {
      const store = new MongoDocumentStore(database);
      stores.push(store);
      await store.prepare(collections.length > 0 ? collections : [books, notes]);
      return store;
    }
    describeResetByOthers(opened);

    const collection = (name: string) =>
      withClient(database, (client) => client.db().collection(name).find().sort({ _id: 1 }).toArray());

    test('documents, totals, words and checkpoints are there after it was opened again', async () => {
      const before = await opened();
      const { tenantId, commit, shelving, noting } = library(before);
      const all = [
        shelving({ id: 'a', title: 'Harbour', shelf: 'x', lent: true }),
        shelving({ id: 'b', title: 'Crane', shelf: 'x', lent: true }),
        noting({ id: 'n', book: 'a', text: 'rust' }),
      ];
      await commit(all, [{ name: CHECKPOINT, position: 3 }]);
      await before.close();

      const after = await opened();
      const reader = after.reader(books, tenantId);
      expect(await after.checkpoint(CHECKPOINT)).toBe(3);
      expect(await reader.count({ where: lent })).toBe(2);
      expect(await reader.count({ matching: matching('harbour', 'rust') })).toBe(1);
      await after.commit([write(books, tenantId, 'a', { id: 'a', title: 'Quay', shelf: 'x', lent: false })], []);
      expect(await reader.count({ where: lent })).toBe(1);
      expect(await reader.count({ matching: matching('harbour') })).toBe(0);
      expect(await reader.count({ matching: matching('quay', 'rust') })).toBe(1);
    });

    test('a total of a declared list is looked up and not counted', async () => {
      const store = await opened();
      const { books: reader, put } = library(store);
      await put({ id: 'a', shelf: 'x', lent: true });
      await withClient(database, (client) =>
        client
          .db()
          .collection('contract-books@1.counts')
          .updateMany({}, { $set: { n: 42 } }),
      );
      expect(await reader.count({ where: lent.toReversed() })).toBe(42);
      expect(await reader.count({ where: lent.slice(1) })).toBe(1);
    });

    test('a collection declared otherwise under the same version is built anew, from checkpoint 0', async () => {
      const { tenantId, commit, shelving } = library(await opened());
      await commit([shelving({ id: 'a' })], [{ name: CHECKPOINT, position: 3 }]);
      const after = await opened({ ...books, counters: [[]] });
      expect(await after.reader(books, tenantId).get('a')).toBeUndefined();
      expect(await after.reader(books, tenantId).count({})).toBe(0);
      expect(await after.checkpoint(CHECKPOINT)).toBe(0);
    });

    test('of processes that start at once none drops what another has written since', async () => {
      const many = Array.from({ length: 12 }, (_, n) => ({ ...notes, name: `contract-start-${n}` }));
      const starts = Array.from({ length: 4 }, () => opened(...many));
      const first = await Promise.race(starts);
      const checkpoints = many.map(({ name }) => ({ name: `${name}@1`, position: 7 }));
      await first.commit(
        many.map((each) => write(each, TENANT, 'a', { book: 'b', text: 'kept' })),
        checkpoints,
      );
      await Promise.all(starts);
      for (const each of many) {
        expect([each.name, await first.reader(each, TENANT).count({})]).toEqual([each.name, 1]);
        expect(await first.checkpoint(`${each.name}@1`)).toBe(7);
      }
    });

    test('a process that was killed while it made a collection holds up the next one for seconds', async () => {
      await withClient(database, async (client) => {
        const declared = client
          .db()
          .collection<{ _id: string; name: string; version: number; shape: string }>('collections');
        await declared.insertOne({ _id: 'contract-notes@1', name: 'contract-notes', version: 1, shape: 'made by x' });
      });
      const beganMs = performance.now();
      const store = await opened(notes);
      expect(performance.now() - beganMs).toBeLessThan(15_000);
      expect(await store.reader(notes, TENANT).count({})).toBe(0);
    });

    test('a dropped version leaves nothing behind', async () => {
      const second = { ...books, version: 2 };
      const store = await opened(books, second);
      await store.commit([write(books, TENANT, 'a', { id: 'a' }), write(second, TENANT, 'a', { id: 'a' })], []);
      await store.dropOthers(second);
      const names = await withClient(database, (client) => client.db().listCollections().toArray());
      expect(names.filter(({ name }) => name.startsWith('contract-books@1'))).toEqual([]);
      expect(await store.reader(second, TENANT).count({})).toBe(1);
    });

    test('a write that comes late changes nothing, and brings nothing back that was removed', async () => {
      const store = await opened();
      const { books: reader, shelving, noting, removing, commit, found, notes: noted } = library(store);
      const late = noting({ id: 'n', book: 'a', text: 'first' });
      const early = [shelving({ id: 'a', shelf: 'old', title: 'early' }), shelving({ id: 'b', shelf: 'old' })];
      await commit(early);
      await commit([shelving({ id: 'a', shelf: 'new', title: 'later' }), removing('b')]);
      await commit([noting({ id: 'n', book: 'a', text: 'second' })]);
      await commit([...early, late]);
      expect(await noted.get('n')).toMatchObject({ text: 'second' });
      expect(await reader.get('a')).toMatchObject({ shelf: 'new' });
      expect(await reader.get('b')).toBeUndefined();
      expect(await reader.many(['a', 'b'])).toHaveLength(1);
      expect((await reader.find({ limit: 9 })).keys).toEqual(['a']);
      expect([await found('early'), await found('later')]).toEqual([[], ['a']]);
      expect(await reader.count({})).toBe(1);
      expect(await reader.count({ where: [{ field: 'shelf', is: '=', value: 'old' }] })).toBe(0);
    });

    test('of two writers the one that was overtaken is refused, and goes on once it has asked', async () => {
      const [first, second] = [await opened(), await opened()];
      const put = (store: MongoDocumentStore, shelf: string, position: number, after: number) =>
        store.commit([write(books, TENANT, 'a', { id: 'a', shelf })], [{ name: CHECKPOINT, position, after }]);
      await put(first, 'x', 1, 0);
      await expect(put(second, 'y', 1, 0)).rejects.toThrow(CheckpointConflict);
      expect(await second.checkpoint(CHECKPOINT)).toBe(1);
      await put(second, 'y', 2, 1);
      await expect(put(first, 'x', 2, 1)).rejects.toThrow(CheckpointConflict);
      const back = first.commit([], [{ name: CHECKPOINT, position: 1 }]);
      await expect(back).rejects.toThrow(CheckpointConflict);
      for (const store of [first, second]) {
        expect(await store.reader(books, TENANT).get('a')).toEqual({ id: 'a', shelf: 'y' });
        expect(await store.reader(books, TENANT).count({ where: lent.slice(0, 1) })).toBe(0);
      }
    });

    test('writers of different read models do not disturb each other', async () => {
      const [first, second] = [await opened(), await opened()];
      const note = (i: number) => ({ id: `n${i}`, book: 'a', text: 'x' });
      for (let i = 0; i < 5; i++) {
        await Promise.all([
          first.commit([write(books, TENANT, `k${i}`, { id: `k${i}` })], [{ name: 'one', position: i + 1, after: i }]),
          second.commit([write(notes, TENANT, `n${i}`, note(i))], [{ name: 'two', position: i + 1, after: i }]),
        ]);
      }
      expect(await first.reader(books, TENANT).count({})).toBe(5);
      expect(await first.reader(notes, TENANT).count({})).toBe(5);
      expect([await second.checkpoint('one'), await first.checkpoint('two')]).toEqual([5, 5]);
    });

    test('a commit larger than any document of the server is kept whole', async () => {
      const store = await opened();
      const large = (id: string, size: number) =>
        write(books, TENANT, id, { id, shelf: 'x', note: 'ä'.repeat(size / 2) });
      const writes = ['a', 'b', 'c', 'd'].map((id) => large(id, 7 * MEBIBYTE));
      await store.commit(writes, [{ name: CHECKPOINT, position: 4, after: 0 }]);
      const reader = store.reader(books, TENANT);
      expect(await reader.count({ where: lent.slice(0, 1) })).toBe(4);
      expect((await reader.find({ limit: 9 })).keys).toEqual(['a', 'b', 'c', 'd']);
      expect(await collection('journal-parts')).toEqual([]);

      const tooLarge = store.commit(
        [large('e', MEBIBYTE), large('f', 16 * MEBIBYTE)],
        [{ name: CHECKPOINT, position: 6 }],
      );
      await expect(tooLarge).rejects.toThrow(/harbour\/f has \d+ bytes/);
      expect(await reader.get('e')).toBeUndefined();
      expect(await reader.count({})).toBe(4);
      expect(await store.checkpoint(CHECKPOINT)).toBe(4);
    });

    test('a commit that fails half-way leaves neither documents nor totals, and the next one works', async () => {
      const store = await opened();
      const { books: reader, commit, shelving } = library(store);
      const unwritable = { id: 'b', toJSON: () => unwritable.id.repeat(-1) };
      const odd = { id: 'c', shelf: { $gt: '' } } as never;
      for (const broken of [unwritable, odd]) {
        const failing = commit(
          [shelving({ id: 'a', shelf: 'x' }), shelving(broken)],
          [{ name: CHECKPOINT, position: 9 }],
        );
        await expect(failing).rejects.toThrow(/Invalid count|A field holds/);
      }
      expect(await reader.get('a')).toBeUndefined();
      expect(await store.checkpoint(CHECKPOINT)).toBe(0);
      await commit([shelving({ id: 'a', shelf: 'x' })]);
      expect(await reader.count({})).toBe(1);
    });

    test('no value becomes an operator, and no tenant or key reaches another by a slash', async () => {
      const store = await opened();
      await store.commit([write(books, 'a', 'b/c', { id: 'b/c' }), write(books, 'a/b', 'd', { id: 'd' })], []);
      expect(await store.reader(books, 'a/b').get('c')).toBeUndefined();
      expect(await store.reader(books, 'a').get('b/d')).toBeUndefined();
      expect(await store.reader(books, 'a').get('b~1c')).toBeUndefined();
      expect(await store.reader(books, 'a').get('b/c')).toEqual({ id: 'b/c' });
      const value = { $gte: '' } as never;
      const asked = store.reader(books, 'a').find({ where: [{ field: 'title', is: '=', value }], limit: 9 });
      await expect(asked).rejects.toThrow(TypeError);
    });

    test('a store that is closed is unavailable', async () => {
      const store = await opened();
      await store.close();
      await expect(store.reader(books, TENANT).get('a')).rejects.toThrow(StoreUnavailable);
      await expect(store.commit([write(books, TENANT, 'a', { id: 'a' })], [])).rejects.toThrow(StoreUnavailable);
    });

    test('indexes are those that are declared, and come and go without a new version', async ({ skip }) => {
      const indexes = () =>
        withClient(database, async (client) =>
          (await client.db().collection('contract-books@1').indexes()).map((each) => each.name),
        );
      await opened();
      if (!(await indexes()).includes('key')) skip('this server makes no secondary indexes');
      const always = ['_id_', 'gone', 'group_words', 'key', 'words'];
      expect((await indexes()).toSorted()).toEqual(
        [...always, 'by_lent', 'by_pages', 'by_shelf_pages', 'by_title'].sort(),
      );
      await opened({ ...books, indexes: [['lent', 'pages']] });
      expect((await indexes()).toSorted()).toEqual([...always, 'by_lent_pages'].sort());
    });
  });
}

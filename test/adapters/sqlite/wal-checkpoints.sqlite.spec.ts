import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteDocumentStore } from '../../../src/adapters/sqlite/documents/document-store.js';
import { books, write } from '../../contracts/library.js';

const MEBIBYTE = 1_048_576;
const TENANT = 'tenant';
/** Writes more than the size at which the write-ahead log is moved into the file. */
const MANY = 24;

describe('the write-ahead log of the read models', () => {
  let folder: string;
  let path: string;
  let store: SqliteDocumentStore;

  const open = async () => {
    const opened = new SqliteDocumentStore(path);
    await opened.prepare([books]);
    return opened;
  };
  const put = (key: string) =>
    store.commit([write(books, TENANT, key, { id: key, title: key, cover: 'x'.repeat(MEBIBYTE) })], []);
  const putMany = async () => {
    for (let n = 0; n < MANY; n++) await put(`k${n}`);
  };
  const bytes = () => statSync(`${path}-wal`).size;
  const isEmptied = () =>
    expect
      .poll(async () => {
        await store.commit([], [{ name: 'reading', position: 2 }]);
        return bytes();
      })
      .toBeLessThan(MEBIBYTE);

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidings-wal-'));
    path = join(folder, 'read.db');
    store = await open();
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  test('is moved into the file and emptied once it is long', async () => {
    await putMany();
    await isEmptied();
    expect(statSync(path).size).toBeGreaterThan(MANY * MEBIBYTE);
  });

  test('is emptied beside reads in every turn of the event loop', async () => {
    let isReading = true;
    const reads = (async () => {
      for (; isReading; await nextTurn()) await store.reader(books, TENANT).get('k1');
    })();
    await putMany();
    await isEmptied();
    isReading = false;
    await reads;
  });

  test('is kept for as long as another connection reads it, and commits go on', async () => {
    const reader = new DatabaseSync(path, { readOnly: true });
    reader.exec('begin');
    const count = reader.prepare('select count(*) as n from checkpoints');
    count.get();
    await putMany();
    await store.commit([], [{ name: 'reading', position: 1 }]);
    expect(bytes()).toBeGreaterThan(MANY * MEBIBYTE);
    expect(count.get()?.n).toBe(0);
    reader.exec('commit');
    await isEmptied();
    reader.close();
  });

  test('is emptied while commits wait, and the event loop does not', async () => {
    const reader = new DatabaseSync(path, { readOnly: true });
    const other = new DatabaseSync(path, { timeout: 0 });
    const isLocked = () => {
      try {
        other.exec('begin immediate; rollback');
        return false;
      } catch {
        return true;
      }
    };
    const lockedWithin = async (ms: number) => {
      for (const end = performance.now() + ms; performance.now() < end; await nextTurn()) if (isLocked()) return true;
      return false;
    };
    await putMany();
    let turns = 0;
    for (let position = 1; turns === 0 && position < 100; position++) {
      // A reader of what was written last: the thread holds the lock while it waits for this one.
      reader.exec('begin; select count(*) from checkpoints');
      if (await lockedWithin(100)) {
        const count = setImmediate(() => turns++);
        await store.commit([], [{ name: 'reading', position }]);
        clearImmediate(count);
      }
      reader.exec('commit');
      await put(`more${position}`);
    }
    expect(turns).toBe(1);
    other.close();
    reader.close();
  });

  test('loses nothing where the store is closed while it is moved', async () => {
    await putMany();
    await store.close();
    store = await open();
    const found = await store.reader(books, TENANT).find({ limit: 100 });
    expect(found.keys).toHaveLength(MANY);
  });
});

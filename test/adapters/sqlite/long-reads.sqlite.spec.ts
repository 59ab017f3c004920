import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SqliteDocumentStore } from '../../../src/adapters/sqlite/documents/document-store.js';
import { SearchTooBroad } from '../../../src/ports/stores/document-store.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { books, library, notes, write } from '../../contracts/library.js';
import { nodeArguments } from '../../reliability/typescript-child.js';
import { turnsDuring } from '../../support/given/turns-during.js';

/** 75 in each group. */
const DOCUMENTS = 300_000;
const GROUPS = 4_000;
const PARTS = 2 ** 24;
const LONG_MS = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'tidings-long-reads-'));
const path = join(folder, 'read.db');
const store = new SqliteDocumentStore(path);
await store.prepare([books, notes]);
const { tenantId, put, books: reader } = library(store);
const matching = (...words: readonly string[]) => ({ index: 'contract-library', text: words.join(' ') });

/** Notes as the store itself writes them, but all at once: only their words, since a search reads no more of them. */
function addNotes(): void {
  const db = new DatabaseSync(path);
  const [table] = db.prepare(`select name from sqlite_schema where name like '%notes%_words'`).all();
  const tenant = db.prepare('select n from tenants where id = ?').get(tenantId)?.n;
  const groups = db.prepare('select n from search_groups where tenant = ? order by n').all(tenant ?? null);
  const insert = db.prepare(`insert into ${table?.name} (rowid, words) values (?, ?)`);
  db.exec('begin');
  for (const { n } of groups)
    for (let i = 0; i < DOCUMENTS / GROUPS; i++)
      insert.run(Number(n) * PARTS + 1_000 + i, `${tenant}xall ${tenant}xone${i % 50}x`);
  db.exec('commit');
  db.close();
}

/** The processors may be busy elsewhere, so that this thread gets none of them while the other one reads. */
async function givesTurns(few: number, work: () => Promise<unknown>): Promise<void> {
  let most = 0;
  for (let n = 0; n < 10 && most <= few; n++) most = Math.max(most, await turnsDuring(work));
  expect(most).toBeGreaterThan(few);
}

beforeAll(async () => {
  const count = GROUPS;
  for (let from = 0; from < count; from += 1_000)
    await put(...Array.from({ length: 1_000 }, (_, i) => ({ id: `k${from + i}`, title: 'tide', pages: from + i })));
  addNotes();
}, LONG_MS);
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

describe('a list that no index leads to', () => {
  const wide = [{ field: 'pages', is: '>=', value: 10 }] as const;
  const narrow = [...wide, { field: 'pages', is: '<', value: 13 }] as const;
  const byTitle = { field: 'title', descending: true };

  test('is read in its order, however many documents match', async () => {
    const all = Array.from({ length: GROUPS - 10 }, (_, i) => `k${i + 10}`);
    const ordered = all.toSorted().toReversed();
    expect((await reader.find({ where: wide, order: byTitle, limit: 3 })).keys).toEqual(ordered.slice(0, 3));
    expect((await reader.find({ where: wide, order: byTitle, limit: 3, offset: 3_000 })).keys).toEqual(
      ordered.slice(3_000, 3_003),
    );
    expect((await reader.find({ where: narrow, order: byTitle, limit: 9 })).keys).toEqual(['k12', 'k11', 'k10']);
    expect(await reader.count({ where: wide })).toBe(all.length);
    const behind = { value: 'tide', key: ordered[3_988] ?? '' };
    expect(await reader.find({ where: wide, order: byTitle, limit: 3, after: behind })).toMatchObject({
      keys: ordered.slice(3_989),
      hasMore: false,
    });
  });

  test('leaves the event loop to others', async () => {
    await reader.count({ where: wide });
    await givesTurns(20, () => reader.find({ where: wide, order: byTitle, limit: 900 }));
  });

  test('sees what was committed before it', async () => {
    for (let pages = 20_000; pages < 20_020; pages++) {
      await put({ id: 'late', title: 'ebb', pages });
      expect(await reader.count({ where: [{ field: 'pages', is: '=', value: pages }] })).toBe(1);
      const found = await reader.find({
        where: [{ field: 'pages', is: '>', value: pages - 1 }],
        order: byTitle,
        limit: 1,
      });
      expect(found.docs[0]).toMatchObject({ pages });
    }
    await store.commit([write(books, tenantId, 'late', undefined)], []);
  });
});

describe('a search that finds much', () => {
  test('counts each group once, however many documents have the word', async () => {
    expect(await reader.count({ matching: matching('all') })).toBe(GROUPS);
    expect(await reader.count({ matching: matching('one') })).toBe(GROUPS);
    expect(await reader.count({ matching: matching('all', 'tide', 'one1') })).toBeGreaterThan(0);
    expect(await reader.count({ matching: matching('all', 'ebb') })).toBe(0);
    const page = await reader.find({
      matching: matching('al'),
      order: { field: 'pages', descending: true },
      limit: 2,
      offset: 1_500,
    });
    expect(page).toMatchObject({ keys: ['k2499', 'k2498'], hasMore: true });
  });

  test('leaves the event loop to others', async () => {
    await givesTurns(100, async () => {
      await put({ id: 'k0', title: 'tide again', pages: 0 });
      await reader.count({ matching: matching('o', 'a', 'tide') });
    });
  });

  test('sees what was committed before it', async () => {
    for (const id of ['new1', 'new2', 'new3']) {
      const before = await reader.count({ matching: matching('tide') });
      await put({ id, title: 'tide', pages: 1 });
      expect(await reader.count({ matching: matching('tide') })).toBe(before + 1);
      await store.commit([write(books, tenantId, id, undefined)], []);
      expect(await reader.count({ matching: matching('tide') })).toBe(before);
    }
  });

  test('lets another tenant search between two of its searches', async () => {
    const other = library(store);
    await other.put(...Array.from({ length: 1_200 }, (_, i) => ({ id: `o${i}`, title: 'tide' })));
    const ended: string[] = [];
    const first = Array.from({ length: 6 }, (_, i) =>
      reader.count({ matching: matching('one', `one${i}`, 'all') }).then(() => ended.push('many')),
    );
    const second = other.books.count({ matching: matching('tide') }).then((count) => {
      expect(count).toBe(1_200);
      ended.push('other');
    });
    await Promise.all([...first, second]);
    expect(ended.indexOf('other')).toBeLessThanOrEqual(2);
  });

  test('a purge waits for it', async () => {
    const [count] = await Promise.all([reader.count({ matching: matching('o') }), store.purge()]);
    expect(count).toBe(GROUPS);
  });

  test('ends with the store', async () => {
    const brief = new SqliteDocumentStore(path);
    await brief.prepare([books, notes]);
    const found = brief.reader(books, tenantId).count({ matching: matching('o', 'a') });
    const outcome = expect(found).rejects.toThrow(StoreUnavailable);
    await brief.close();
    await outcome;
  });
});

test('a process that waits for nothing else waits for it', () => {
  const script = join(import.meta.dirname, 'long-read-child.ts');
  const { status, stdout } = spawnSync(process.execPath, nodeArguments(script, join(folder, 'other.db')), {
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, 'found 1']);
});

test('a search that takes longer than it may is refused', async () => {
  const brief = new SqliteDocumentStore(':memory:', { longestSearchMs: 0 });
  await brief.prepare([books, notes]);
  const { put, books: reader } = library(brief);
  await put({ id: 'a', title: 'tide' });
  await expect(reader.find({ matching: matching('tide'), limit: 1 })).rejects.toThrow(SearchTooBroad);
  await brief.close();
});

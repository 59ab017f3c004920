import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { instant } from '../../../src/kernel/instant.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { describeOperationalStore } from '../../contracts/operational-store.contract.js';
import { CountingOperationalStore } from '../../support/given/rows-read.js';

describeOperationalStore('SQLite', async () => new SqliteOperationalStore(':memory:'));

test('a page of a lane and the next tenant of it read one range of an index, whatever else there is', async () => {
  const operations = new CountingOperationalStore();
  const due = instant('2030-01-01');
  const puts = Array.from({ length: 2_000 }, (_, n) =>
    operations.put({ tenantId: `t${n % 20}`, kind: 'thing', id: `${n}` }, n, { due, lane: n % 2 ? 'odd' : 'even' }),
  );
  await Promise.all(puts);
  operations.read.rows = 0;
  const [, last] = await operations.inLane('t1', 'thing', 'odd', 2);
  expect(await operations.inLane('t1', 'thing', 'odd', 2, last)).toHaveLength(2);
  expect(await operations.nextTenant('thing', 'odd', 't1')).toBe('t11');
  expect(operations.read.rows).toBe(5);
  expect(operations.read.scans).toEqual([]);
  await operations.close();
});

describe('ledger: SQLite, as a file', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidings-ledger-'));
    path = join(folder, 'operational.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const key = (id: string) => ({ tenantId: 'tenant', kind: 'thing', id });

  test('entries are there after it was opened again, relaxed ones too', async () => {
    const before = new SqliteOperationalStore(path);
    await before.put(key('a'), 1);
    await before.put(key('a'), 2, { relaxed: true });
    await before.close();
    const after = new SqliteOperationalStore(path);
    expect(await after.get(key('a'))).toMatchObject({ value: 2, revision: 2 });
    await after.close();
  });

  test('a file of an earlier version is opened, and its entries can be listed', async () => {
    const old = new DatabaseSync(path);
    old.exec(`
      create table entries (
        n integer primary key, tenant text not null, kind text not null, id text not null,
        value text not null, revision integer not null, due text
      );
      insert into entries (tenant, kind, id, value, revision) values ('tenant', 'thing', 'a', '1', 3);
    `);
    old.close();
    const operations = new SqliteOperationalStore(path);
    expect(await operations.get(key('a'))).toEqual({ key: key('a'), value: 1, revision: 3 });
    const listed = { at: instant('2030-01-01'), facet: 'red' };
    expect(await operations.relist(key('a'), listed, 3)).toBe(true);
    await operations.put(key('b'), 2, { listed });
    expect(await operations.count('tenant', 'thing', { facets: ['red'] })).toBe(2);
    const inLane = { due: instant('2030-01-02'), lane: 'one' };
    await operations.put(key('a'), 3, { expected: 3, ...inLane });
    expect(await operations.inLane('tenant', 'thing', 'one', 9)).toMatchObject([{ key: key('a'), ...inLane }]);
    await operations.close();
    const again = new SqliteOperationalStore(path);
    expect(await again.count('tenant', 'thing', { facets: ['red'] })).toBe(2);
    await again.close();
  });

  test('two processes on one file count together', async () => {
    const stores = [1, 2].map(() => new SqliteOperationalStore(path, { shared: true }));
    const listed = (facet: string) => ({ listed: { at: instant('2030-01-01'), facet } });
    const puts = stores.flatMap((store, n) =>
      Array.from({ length: 100 }, (_, i) => store.put(key(`${n}-${i}`), i, listed('red'))),
    );
    await Promise.all(puts);
    await Promise.all(stores.map((store) => store.put(key('0-1'), 0, listed('blue'))));
    for (const store of stores) {
      expect(await store.count('tenant', 'thing', { facets: ['red'] })).toBe(199);
      expect(await store.count('tenant', 'thing', { facets: ['blue'] })).toBe(1);
    }
    await Promise.all(stores.map((store) => store.close()));
  });

  test('a batch that fails leaves the counts as they were', async () => {
    class Small extends SqliteOperationalStore {
      pages(limit: number) {
        this.db.exec(`pragma max_page_count = ${limit}`);
      }
    }
    const operations = new Small(path);
    const listed = { at: instant('2030-01-01'), facet: 'red' };
    await operations.put(key('a'), 1, { listed });
    operations.pages(1);
    await expect(operations.put(key('b'), 'x'.repeat(50_000), { listed })).rejects.toThrow(StoreUnavailable);
    operations.pages(1_000_000);
    await operations.put(key('c'), 1, { listed });
    expect(await operations.count('tenant', 'thing', { facets: ['red'] })).toBe(2);
    await operations.close();
  });

  test('what is asked for at once is written at once', async () => {
    const operations = new SqliteOperationalStore(path);
    await Promise.all(Array.from({ length: 50 }, (_, i) => operations.put(key(`k${i}`), i)));
    expect(operations.commits).toEqual({ synced: 1, relaxed: 0 });
    await Promise.all([operations.put(key('k1'), 0, { relaxed: true }), operations.remove(key('k2'))]);
    expect(operations.commits).toEqual({ synced: 2, relaxed: 0 });
    await Promise.all([
      operations.put(key('k1'), 0, { relaxed: true }),
      operations.put(key('k3'), 0, { relaxed: true }),
    ]);
    expect(operations.commits).toEqual({ synced: 2, relaxed: 1 });
    await operations.close();
  });

  test('where processes share the file, the mode of the disk follows what is written', async () => {
    const modes: unknown[] = [];
    class Watched extends SqliteOperationalStore {
      mode() {
        modes.push(this.db.prepare('pragma synchronous').get()?.synchronous);
      }
    }
    const operations = new Watched(path, { shared: true });
    for (const options of [{}, { relaxed: true }, {}] as const) {
      await operations.put(key('a'), randomUUID(), options);
      operations.mode();
    }
    expect(modes).toEqual([2, 1, 2]);
    await operations.close();
  });

  test('what was asked for before it is closed is kept, what is asked for later is refused', async () => {
    const operations = new SqliteOperationalStore(path);
    const asked = operations.put(key('a'), 1);
    await operations.close();
    expect(await asked).toBe(true);
    await expect(operations.put(key('b'), 1)).rejects.toThrow(StoreUnavailable);
    await expect(operations.get(key('a'))).rejects.toThrow(StoreUnavailable);
  });

  test('a full disk refuses what was asked and takes the rest when there is room again', async () => {
    class Small extends SqliteOperationalStore {
      pages(limit: number) {
        this.db.exec(`pragma max_page_count = ${limit}`);
      }
    }
    const operations = new Small(path);
    await operations.put(key('a'), 1);
    operations.pages(1);
    await expect(operations.put(key('b'), 'x'.repeat(50_000))).rejects.toThrow(StoreUnavailable);
    expect(await operations.get(key('b'))).toBeUndefined();
    operations.pages(1_000_000);
    expect(await operations.put(key('b'), 'x'.repeat(50_000))).toBe(true);
    await operations.close();
  });
});

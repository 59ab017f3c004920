import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteLedger } from '../../src/adapters/sqlite/operational-store.js';
import { StoreUnavailable } from '../../src/ports/event-store.js';
import { describeLedger } from './operational-store.contract.js';

describeLedger('SQLite', async () => new SqliteLedger(':memory:'));

describe('ledger: SQLite, as a file', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidings-ledger-'));
    path = join(folder, 'ledger.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const key = (id: string) => ({ tenantId: 'tenant', kind: 'thing', id });

  test('entries are there after it was opened again, relaxed ones too', async () => {
    const before = new SqliteLedger(path);
    await before.put(key('a'), 1);
    await before.put(key('a'), 2, { relaxed: true });
    await before.close();
    const after = new SqliteLedger(path);
    expect(await after.get(key('a'))).toMatchObject({ value: 2, revision: 2 });
    await after.close();
  });

  test('what is asked for at once is written at once', async () => {
    const ledger = new SqliteLedger(path);
    await Promise.all(Array.from({ length: 50 }, (_, i) => ledger.put(key(`k${i}`), i)));
    expect(ledger.commits).toEqual({ synced: 1, relaxed: 0 });
    await Promise.all([ledger.put(key('k1'), 0, { relaxed: true }), ledger.remove(key('k2'))]);
    expect(ledger.commits).toEqual({ synced: 2, relaxed: 0 });
    await Promise.all([ledger.put(key('k1'), 0, { relaxed: true }), ledger.put(key('k3'), 0, { relaxed: true })]);
    expect(ledger.commits).toEqual({ synced: 2, relaxed: 1 });
    await ledger.close();
  });

  test('the mode of the disk follows what is written', async () => {
    const modes: unknown[] = [];
    class Watched extends SqliteLedger {
      mode() {
        modes.push(this.db.prepare('pragma synchronous').get()?.synchronous);
      }
    }
    const ledger = new Watched(path);
    for (const options of [{}, { relaxed: true }, {}] as const) {
      await ledger.put(key('a'), randomUUID(), options);
      ledger.mode();
    }
    expect(modes).toEqual([2, 1, 2]);
    await ledger.close();
  });

  test('what was asked for before it is closed is kept, what is asked for later is refused', async () => {
    const ledger = new SqliteLedger(path);
    const asked = ledger.put(key('a'), 1);
    await ledger.close();
    expect(await asked).toBe(true);
    await expect(ledger.put(key('b'), 1)).rejects.toThrow(StoreUnavailable);
    await expect(ledger.get(key('a'))).rejects.toThrow(StoreUnavailable);
  });

  test('a full disk refuses what was asked and takes the rest when there is room again', async () => {
    class Small extends SqliteLedger {
      pages(limit: number) {
        this.db.exec(`pragma max_page_count = ${limit}`);
      }
    }
    const ledger = new Small(path);
    await ledger.put(key('a'), 1);
    ledger.pages(1);
    await expect(ledger.put(key('b'), 'x'.repeat(50_000))).rejects.toThrow(StoreUnavailable);
    expect(await ledger.get(key('b'))).toBeUndefined();
    ledger.pages(1_000_000);
    expect(await ledger.put(key('b'), 'x'.repeat(50_000))).toBe(true);
    await ledger.close();
  });
});

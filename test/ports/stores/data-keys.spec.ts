import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { keyWrapOf } from '../../../src/adapters/file-keys/file-key-wrap.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { StoredDataKeys } from '../../../src/adapters/stored-keys/stored-data-keys.js';
import { describeDataKeys } from '../../contracts/data-keys.contract.js';

const wrap = keyWrapOf(Buffer.alloc(32, 7));

const one = new SqliteOperationalStore(':memory:');
describeDataKeys('one operational store', () => new StoredDataKeys(one, wrap));

/** Each process opens the file for itself; the two take turns, so that every other one is of the second. */
const folder = mkdtempSync(join(tmpdir(), 'tidings-data-keys-'));
const path = join(folder, 'operational.db');
const stores = [new SqliteOperationalStore(path, { shared: true }), new SqliteOperationalStore(path, { shared: true })];
let opened = 0;
describeDataKeys('two operational stores on one file', () => {
  const store = stores[opened++ % stores.length];
  return new StoredDataKeys(store as SqliteOperationalStore, wrap);
});

afterAll(async () => {
  await Promise.all([one, ...stores].map((store) => store.close()));
  rmSync(folder, { recursive: true });
});

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SqliteDocumentStore } from '../../../src/adapters/sqlite/documents/document-store.js';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { openDatabase } from '../../../src/adapters/sqlite/open.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { StartRefused } from '../../../src/ports/process/start-refused.js';

const folder = mkdtempSync(join(tmpdir(), 'tidings-database-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MEBIBYTE = 1_048_576;

test('the write-ahead log stays small, since moving it into the file stops the event loop', () => {
  const path = join(folder, 'busy.db');
  const db = openDatabase(path, { synchronous: 'NORMAL', owned: true });
  db.exec('create table kept (id integer primary key, value blob)');
  const insert = db.prepare('insert into kept (value) values (?)');
  for (let n = 0; n < 48; n++) insert.run(new Uint8Array(MEBIBYTE));
  const { size } = statSync(`${path}-wal`);
  db.close();
  expect(size).toBeLessThan(12 * MEBIBYTE);
});

test.each([
  ['the log', (path: string) => new SqliteEventStore(path)],
  ['operational entries', (path: string) => new SqliteOperationalStore(path)],
  ['read models', (path: string) => new SqliteDocumentStore(path)],
])('a file of %s whose table of contents is damaged refuses the start', async (what, open) => {
  const path = join(folder, `damaged ${what}.db`);
  await open(path).close();
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0xff, 100, 4_096));
  expect(() => open(path)).toThrow(StartRefused);
});

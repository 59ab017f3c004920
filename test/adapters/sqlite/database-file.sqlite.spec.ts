import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/adapters/sqlite/open.js';

const folder = mkdtempSync(join(tmpdir(), 'tidings-database-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MEBIBYTE = 1_048_576;

test('the write-ahead log stays small, since moving it into the file stops the event loop', () => {
  const path = join(folder, 'busy.db');
  const db = openDatabase(path, { synchronous: 'NORMAL', exclusive: true });
  db.exec('create table kept (id integer primary key, value blob)');
  const insert = db.prepare('insert into kept (value) values (?)');
  for (let n = 0; n < 48; n++) insert.run(new Uint8Array(MEBIBYTE));
  const { size } = statSync(`${path}-wal`);
  db.close();
  expect(size).toBeLessThan(12 * MEBIBYTE);
});

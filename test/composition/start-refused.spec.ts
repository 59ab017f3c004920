import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../src/adapters/sqlite/open.js';
import { compiledService } from '../support/processes/compiled-service.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidings-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The exit code and what the service prints when it starts with these settings. */
const startWith = (settings: Readonly<Record<string, string>>) =>
  new Promise<{ readonly code: unknown; readonly printed: string }>((resolve) => {
    const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
    const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', MASTER_KEY, ...settings };
    const main = join(compiledService(), 'src/main.js');
    execFile(process.execPath, [main], { env, timeout: 30_000 }, (error, _, stderr) =>
      resolve({ code: error?.code, printed: stderr }),
    );
  });

test('a port that does not exist ends the start with one sentence', async () =>
  expect(await startWith({ PORT: '99999' })).toEqual({
    code: 1,
    printed: 'PORT must be an integer from 0 to 65535, not "99999".\n',
  }));

/** As earlier versions locked the files that they owned. */
function openExclusively(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; begin exclusive; commit');
  return db;
}

const owned = (path: string) => openDatabase(path, { synchronous: 'FULL', owned: true });

test.each([
  ['operational.db', 'another process', owned],
  ['log.db', 'another process', owned],
  ['operational.db', 'a process of an earlier version', openExclusively],
  ['log.db', 'a process of an earlier version', openExclusively],
  ['read.db', 'another process', openExclusively],
])('%s of %s ends the start with one sentence', async (name, _, open) => {
  const path = join(folder, name);
  const other = open(path);
  try {
    const { code, printed } = await startWith({});
    expect([code, printed]).toEqual([1, `${path} is in use by another process. Stop that process first.\n`]);
  } finally {
    other.close();
  }
});

test.each([
  ['operational.db', 'Restore it from a backup, or remove it and set EFFECTS_FROM.'],
  ['log.db', 'Restore it from a backup, or name another DATA_DIR.'],
  ['read.db', 'Remove it: the service rebuilds it from the event log.'],
])('%s that is damaged ends the start with one sentence', async (name, remedy) => {
  const path = join(folder, name);
  writeFileSync(path, 'no database '.repeat(1_000));
  const { code, printed } = await startWith({});
  expect(code).toBe(1);
  expect(printed).toBe(`${path} cannot be read: file is not a database. ${remedy}\n`);
});

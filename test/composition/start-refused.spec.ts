import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

test.each(['operational.db', 'log.db', 'read.db'])(
  '%s of another process ends the start with one sentence',
  async (name) => {
    const path = join(folder, name);
    const other = openDatabase(path, { synchronous: 'FULL', exclusive: true });
    try {
      const { code, printed } = await startWith({});
      expect([code, printed]).toEqual([1, `${path} is in use by another process. Stop that process first.\n`]);
    } finally {
      other.close();
    }
  },
);

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

import { type ChildProcess, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FileBlobs } from '../../src/adapters/file-blobs/file-blobs.js';
import { keyWrapOf } from '../../src/adapters/file-keys/file-key-wrap.js';
import { FileKeys } from '../../src/adapters/file-keys/file-keys.js';
import { SqliteOperationalStore } from '../../src/adapters/sqlite/operational/operational-store.js';
import { StoredDataKeys } from '../../src/adapters/stored-keys/stored-data-keys.js';
import { systemClock } from '../../src/adapters/system/clock.js';
import { compiledService } from '../support/processes/compiled-service.js';

const PROCESSES = 3;
const STARTS = 40;

interface Child {
  readonly process: ChildProcess;
  // biome-ignore lint/suspicious/noExplicitAny: what a child reports is looked at by each test.
  ask(line: string): Promise<any>;
}

let children: Child[];
let folder: string;
let entries: SqliteOperationalStore;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidings-shared-'));
  entries = new SqliteOperationalStore(join(folder, 'operational.db'), { shared: true });
  children = Array.from({ length: PROCESSES }, startChild);
});
afterAll(async () => {
  await entries.close();
  for (const { process } of children) process.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function startChild(): Child {
  const process_ = spawn(
    process.execPath,
    [join(compiledService(), 'test/reliability/data-folder-child.js'), join(folder, 'operational.db')],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface({ input: process_.stdout })[Symbol.asyncIterator]();
  return {
    process: process_,
    async ask(line) {
      process_.stdin.write(`${line}\n`);
      return JSON.parse((await lines.next()).value ?? '{"error":"it ended"}');
    },
  };
}

const together = (line: string) => Promise.all(children.map((child) => child.ask(line)));

describe('processes that start together on one data folder, each with process id 1', () => {
  test('work with one master key and one signing key, those that are kept', { timeout: 60_000 }, async () => {
    for (let n = 0; n < STARTS; n++) {
      const dataDir = join(folder, `keys-${n}`);
      const started = await together(`keys ${dataDir}`);
      const kept = Buffer.from(readFileSync(join(dataDir, 'master.key'), 'utf8'), 'base64');
      const master = hash('sha256', kept);
      const again = await FileKeys.open(dataDir, undefined, systemClock);
      const [{ kid = '' } = {}, ...others] = again.jwks();
      expect(started).toEqual(started.map(() => ({ kid, master })));
      expect(others).toEqual([]);
      expect(readdirSync(dataDir, { recursive: true }).filter((name) => String(name).endsWith('.new'))).toEqual([]);
    }
  });

  test('fail none of the writes of blobs that are under way in the others', { timeout: 60_000 }, async () => {
    const shared = join(folder, 'blobs');
    for (let n = 0; n < STARTS; n++) {
      const written = await together(`blobs ${shared}`);
      expect(written.filter(({ error }) => error)).toEqual([]);
      const reader = new FileBlobs(shared, systemClock, new StoredDataKeys(entries, keyWrapOf(Buffer.alloc(32, 7))));
      for (const { tenant, digests } of written) expect(await reader.get(tenant, digests.at(-1))).toHaveLength(20_000);
    }
  });
});

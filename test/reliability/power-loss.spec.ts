import { spawnSync } from 'node:child_process';
import { createReadStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { SqliteEventStore } from '../../src/adapters/sqlite/events/event-store.js';
import { SqliteOperationalStore } from '../../src/adapters/sqlite/operational/operational-store.js';
import type { Stored } from '../../src/ports/stores/event-store.js';
import { upTo } from '../contracts/events.fixture.js';
import { compiledService } from '../support/processes/compiled-service.js';
import { randomFrom } from '../support/random.js';
import { Disk } from './power/disk.js';
import { TRACED, traceLine } from './power/disk-trace.js';
import { canTrace, STRACE } from './power/strace.js';
import { type Body, bodyOf, KEYS, keyOf, STREAM } from './power/written.js';

const WRITES = 600;
const LONG_MS = 180_000;
/** Losses of power: one in so many calls, and some at each call that moves the write-ahead log into the file. */
const EVERY = 449;
const NEAR = 3;
const FEWEST = { losses: 50, emptied: 1 };

const home = mkdtempSync(join(tmpdir(), 'tidings-power-'));
afterAll(() => rmSync(home, { recursive: true }));

if (!canTrace)
  console.warn('SKIPPED: losses of power. Writes are recorded with strace, which is missing or forbidden here.');

type Store = 'log' | 'entries';

/** The trace of a process that writes to a store, and the folder. */
function traced(store: Store) {
  const folder = join(home, store);
  mkdirSync(folder);
  const trace = join(home, `${store}.trace`);
  const program = join(compiledService(), 'test/reliability/power/writing-child.js');
  const child = [program, join(folder, 'store.db'), `${WRITES}`, store];
  const strace = [...STRACE, '-y', '-s', '5000', '-o', trace, '-e', TRACED];
  const { status, stderr } = spawnSync('strace', [...strace, process.execPath, ...child], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return { folder, trace };
}

interface Loss {
  readonly files: ReadonlyMap<string, Buffer>;
  /** How much was answered by then. */
  readonly answered: number;
  /** How often the write-ahead log was emptied by then. */
  readonly emptied: number;
}

async function* losses(store: Store): AsyncGenerator<Loss> {
  const { folder, trace } = traced(store);
  const isWatched = (path: string) => path.startsWith(folder) && !/-shm$|\.lock/.test(path);
  const disk = new Disk(isWatched);
  const random = randomFrom(47);
  let [answered, emptied, calls, near] = [0, 0, 0, 0];
  let eventLoop: string | undefined;
  for await (const text of createInterface({ input: createReadStream(trace, 'latin1') })) {
    const line = traceLine(text);
    if (!line) continue;
    disk.play(line);
    if (line.call?.is === 'say') answered = Number(/ack (\d+)/.exec(line.call.text)?.[1] ?? answered);
    if (answered > 0) eventLoop ??= line.id;
    expect(line.call?.is === 'sync' && line.id === eventLoop).toBe(false);
    const isEmptied = line.call?.is === 'truncate' && line.call.path.endsWith('-wal');
    if (isEmptied) emptied++;
    if (isEmptied || /fsync\(/.test(text)) near = NEAR;
    if (answered === 0 || (near-- <= 0 && calls++ % EVERY > 0)) continue;
    yield { files: disk.lost(random), answered, emptied };
  }
  expect(answered).toBe(WRITES);
}

function put(files: ReadonlyMap<string, Buffer>): string {
  const folder = mkdtempSync(join(home, 'lost-'));
  for (const [path, bytes] of files) writeFileSync(join(folder, basename(path)), bytes);
  return folder;
}

const integrity = (path: string): unknown => {
  const db = new DatabaseSync(path);
  const { integrity_check: found } = db.prepare('pragma integrity_check(1)').get() ?? {};
  db.close();
  return found;
};

async function whole(store: SqliteEventStore): Promise<readonly Stored[]> {
  const events: Stored[] = [];
  for (;;) {
    const page = await store.readAll(events.length, 1_000);
    if (page.length === 0) return events;
    events.push(...page);
  }
}

async function checkLog(path: string, answered: number): Promise<void> {
  const store = new SqliteEventStore(path);
  const events = await whole(store);
  expect(events.length).toBeGreaterThanOrEqual(answered);
  expect(events.map(({ version }) => version)).toEqual(upTo(events.length));
  expect(events.every(({ body }, n) => body === JSON.stringify(bodyOf(n)))).toBe(true);
  await store.append(STREAM, events.length, [{ id: 'next', type: 'Noted', body: '{}' }]);
  await store.close();
}

async function checkEntries(path: string, answered: number): Promise<void> {
  const store = new SqliteOperationalStore(path);
  const found = await Promise.all(upTo(KEYS).map((n) => store.get<Body>(keyOf(n))));
  for (const [i, entry] of found.entries()) {
    const key = (i + 1) % KEYS;
    const last = Math.floor((answered - 1 - key) / KEYS) * KEYS + key;
    if (key > 0 && last >= 0) expect(entry?.value.n).toBeGreaterThanOrEqual(last);
    if (entry) expect(entry.value).toEqual(bodyOf(entry.value.n));
  }
  expect(await store.put(keyOf(1), bodyOf(1))).toBe(true);
  await store.close();
}

const CHECKS = { log: checkLog, entries: checkEntries };

describe.skipIf(!canTrace).each(['log', 'entries'] as const)('%s after a loss of power', (store) => {
  test(
    'has everything that was answered and nothing that is torn, and the event loop synced nothing',
    async () => {
      const seen = { losses: 0, emptied: 0 };
      for await (const { files, answered, emptied } of losses(store)) {
        const folder = put(files);
        const path = join(folder, 'store.db');
        expect(integrity(path)).toBe('ok');
        await CHECKS[store](path, answered);
        rmSync(folder, { recursive: true });
        seen.losses++;
        seen.emptied = emptied;
      }
      expect(seen.losses).toBeGreaterThanOrEqual(FEWEST.losses);
      expect(seen.emptied).toBeGreaterThanOrEqual(FEWEST.emptied);
    },
    LONG_MS,
  );
});

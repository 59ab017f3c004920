import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { KurrentEventStore } from '../../src/adapters/eventstoredb/event-store.js';
import { SqliteEventStore } from '../../src/adapters/sqlite/events/event-store.js';
import { logCopy } from '../../src/cli/log/copy.js';
import { copyLog, NotACopy, verifyCopy } from '../../src/cli/log/copy-log.js';
import { Unreadable, WrongUsage } from '../../src/cli/shared/failures.js';
import { StoreUnavailable } from '../../src/ports/stores/event-store.js';

/** A log of so many events in three streams, in irregular turns, some of them batches. */
async function someLog(events: number) {
  const store = new SqliteEventStore(':memory:');
  const versions = [0, 0, 0];
  for (let n = 0; n < events; ) {
    const stream = (n * 7 + Math.floor(n / 5)) % 3;
    const size = Math.min(1 + (n % 4), events - n);
    const batch = Array.from({ length: size }, (_, i) => ({
      id: randomUUID(),
      type: 'Noted',
      body: JSON.stringify({ n: n + i, text: 'é 🚢 "' }),
    }));
    await store.append(`copied-${stream}`, versions[stream] ?? 0, batch);
    versions[stream] = (versions[stream] ?? 0) + size;
    n += size;
  }
  return store;
}

/** Is killed in the middle of the copy, once, after so many appends; sometimes it does not say that it stored. */
class Mortal extends SqliteEventStore {
  appends = 0;
  constructor(private readonly dieAt: number) {
    super(':memory:');
  }
  override async append(...asked: Parameters<SqliteEventStore['append']>) {
    if (++this.appends === this.dieAt) throw new Error('killed');
    const stored = await super.append(...asked);
    if (this.appends === this.dieAt + 3) throw new StoreUnavailable('nobody knows');
    return stored;
  }
}

describe('copying a log', () => {
  test('keeps ids, versions, bodies and order', async () => {
    const [from, to] = [await someLog(2_500), new SqliteEventStore(':memory:')];
    expect(await copyLog(from, to)).toEqual({ before: 0, now: 2_500 });
    expect(await verifyCopy(from, to)).toBe(2_500);
    expect(await to.readAll(0, 3_000)).toEqual(await from.readAll(0, 3_000));
  });

  test('goes on where it was killed, and stores nothing twice', async () => {
    const [from, to] = [await someLog(300), new Mortal(60)];
    await expect(copyLog(from, to)).rejects.toThrow('killed');
    const { before, now } = await copyLog(from, to);
    expect(before).toBeGreaterThan(50);
    expect(before + now).toBe(300);
    expect(await verifyCopy(from, to)).toBe(300);
    expect(await copyLog(from, to)).toEqual({ before: 300, now: 0 });
  });

  test('refuses a target that holds something else', async () => {
    await expect(copyLog(await someLog(30), await someLog(5))).rejects.toThrow(NotACopy);
  });

  test.each(['a new file', 'a file that was there'])('writes %s for the owner alone', async (which) => {
    const folder = mkdtempSync(join(tmpdir(), 'tidings-copy-'));
    const [from, to] = [join(folder, 'from.db'), join(folder, 'to.db')];
    if (which !== 'a new file') writeFileSync(to, '', { mode: 0o644 });
    const umask = process.umask(0o022);
    const modes: number[] = [];
    try {
      const source = new SqliteEventStore(from);
      await source.append('copied-1', 0, [{ id: randomUUID(), type: 'Noted', body: '{}' }]);
      await source.close();
      await logCopy(['--from', `sqlite:${from}`, '--to', `sqlite:${to}`], () => {
        const written = readdirSync(folder).filter((name) => name.startsWith('to.db'));
        modes.push(...written.map((name) => statSync(join(folder, name)).mode & 0o777));
      }).catch(() => undefined);
    } finally {
      process.umask(umask);
      rmSync(folder, { recursive: true });
    }
    expect(new Set(modes)).toEqual(new Set([0o600]));
  });

  test('tells how it is used, and judges its arguments first', async () => {
    const lines: string[] = [];
    const run = (...args: readonly string[]) => logCopy(args, (line) => lines.push(line));
    await run('--help');
    expect(lines).toEqual([expect.stringContaining('Usage: npm run tidings -- log copy')]);
    for (const args of [[], ['--from', 'sqlite:a'], ['--from', 'sqlite:', '--to', 'sqlite:b'], ['--fast']])
      await expect(run(...args)).rejects.toThrow(WrongUsage);
    await expect(run('--from', 'sqlite:/nowhere', '--to', 'sqlite:/nowhere/else')).rejects.toThrow(Unreadable);
  });

  test('prints its result as JSON', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidings-copy-'));
    const source = new SqliteEventStore(join(folder, 'from.db'));
    await source.append('copied-1', 0, [{ id: randomUUID(), type: 'Noted', body: '{"v":1}' }]);
    await source.close();
    const [from, to] = [`sqlite:${join(folder, 'from.db')}`, `sqlite:${join(folder, 'to.db')}`];
    const lines: string[] = [];
    await logCopy(['--from', from, '--to', to, '--json'], (line) => lines.push(line)).catch(() => undefined);
    rmSync(folder, { recursive: true });
    expect(JSON.parse(lines.join('\n'))).toMatchObject({ before: 0, copied: 1, verified: 1 });
  });

  test('tells what differs', async () => {
    const [from, to] = [await someLog(30), new SqliteEventStore(':memory:')];
    await copyLog(from, to);
    await to.append('copied-9', 0, [{ id: randomUUID(), type: 'Noted', body: '{}' }]);
    await expect(verifyCopy(from, to)).rejects.toThrow('Event 31 exists only in the target');
    await expect(verifyCopy(await someLog(30), to)).rejects.toThrow('Event 1 (copied-0) has a different id');
  });

  const url = process.env.TEST_EVENT_STORE_URL;
  test.skipIf(!url)(
    `onto a server${url ? '' : ': skipped, as TEST_EVENT_STORE_URL names none'}, goes on too`,
    async () => {
      const target = () =>
        new KurrentEventStore(`${url}&streamPrefix=copy${randomUUID().slice(0, 8)}.`, { allowVolatile: true });
      const [from, to] = [await aRealLog(), target()];
      const copied = await copyLog(from, to);
      expect(copied).toEqual({ before: 0, now: 60 });
      expect(await copyLog(from, to)).toEqual({ before: 60, now: 0 });
      expect(await verifyCopy(from, to)).toBe(60);
      await to.close();
    },
  );
});

/** Under names as the house gives them: a server is asked for those alone. */
async function aRealLog() {
  const store = new SqliteEventStore(':memory:');
  const streams = Array.from({ length: 3 }, () => `copied-${randomUUID()}_1`);
  for (let n = 0; n < 20; n++) {
    for (const stream of streams) {
      await store.append(stream, n, [{ id: randomUUID(), type: 'Noted', body: `{"n":${n},"text":"é 🚢"}` }]);
    }
  }
  return store;
}

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { VolatileServer } from '../../../src/adapters/eventstoredb/server-settings.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { upTo } from '../../contracts/events.fixture.js';
import { counting, storeAt, storedNumbers } from './eventstoredb.fixture.js';

/** `<script> <port> mem|disk <folder>` starts a server and says `<pid> <url>`. */
const start = process.env.TEST_EVENT_STORE_START;
if (start) describe('EventStoreDB, killed', () => describeCrashes(start));
else
  test.skipIf(!start)(
    'EventStoreDB, killed: skipped, as TEST_EVENT_STORE_START names no script that starts a server',
    () => {},
  );

function describeCrashes(script: string): void {
  const folders: string[] = [];
  const running = new Set<number>();
  afterEach(() => {
    for (const pid of running) process.kill(pid, 'SIGKILL');
    running.clear();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  const freePort = () =>
    new Promise<number>((resolve) => {
      const probe = createServer().listen(0, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
      });
    });

  async function started(port: number, kind: 'mem' | 'disk', folder: string): Promise<{ pid: number; url: string }> {
    const { stdout } = await promisify(execFile)(script, [String(port), kind, folder], { timeout: 60_000 });
    const [pid, url = ''] = stdout.trim().split('\n').at(-1)?.split(' ') ?? [];
    running.add(Number(pid));
    return { pid: Number(pid), url };
  }

  function kill(pid: number): void {
    process.kill(pid, 'SIGKILL');
    running.delete(pid);
  }

  function newFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'tidings-es-'));
    folders.push(folder);
    return folder;
  }

  test('loses nothing that was answered and stores nothing twice: killed three times under load', {
    timeout: 120_000,
  }, async () => {
    const [port, folder] = [await freePort(), newFolder()];
    let { pid, url } = await started(port, 'disk', folder);
    const store = storeAt(url, { allowVolatile: false });
    const targets = upTo(16).map(() => randomUUID());
    const { count, acknowledged } = counting(store);
    const odd: unknown[] = [];
    let answered = 0;
    let writing = true;
    const writers = targets.map(async (target) => {
      while (writing) {
        await count(target).then(
          () => answered++,
          (error: unknown) => {
            if (!(error instanceof StoreUnavailable)) odd.push(error);
          },
        );
      }
    });
    const handed: number[] = [];
    const failures: unknown[] = [];
    let tail = store.tail(
      0,
      (events) => void handed.push(...events.map(({ position }) => position)),
      (e) => failures.push(e),
    );

    for (const round of upTo(3)) {
      const before = answered;
      await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThan(before + 200);
      kill(pid);
      await expect.poll(() => failures.length, { timeout: 20_000 }).toBe(round);
      ({ pid, url } = await started(port, 'disk', folder));
      const up = performance.now();
      const then = answered;
      await expect.poll(() => answered, { interval: 10, timeout: 20_000 }).toBeGreaterThan(then);
      expect(performance.now() - up).toBeLessThan(5_000);
      tail = store.tail(
        handed.at(-1) ?? 0,
        (events) => void handed.push(...events.map(({ position }) => position)),
        (error) => failures.push(error),
      );
    }
    writing = false;
    await Promise.all(writers);

    expect(odd).toEqual([]);
    let stored = 0;
    for (const target of targets) {
      const numbers = await storedNumbers(store, target);
      expect(numbers).toEqual(upTo(numbers.length));
      expect(numbers).toEqual(expect.arrayContaining([...acknowledged(target)]));
      expect(new Set(acknowledged(target)).size).toBe(acknowledged(target).length);
      stored += numbers.length;
    }
    const log = (await store.readAll(0, 100_000)).map(({ position }) => position);
    expect(log).toHaveLength(stored);
    await expect.poll(() => handed.length, { timeout: 20_000 }).toBe(stored);
    expect(handed).toEqual(log);
    expect(stored).toBeGreaterThanOrEqual(answered);
    tail.close();
    await store.close();
  });

  test('refuses a server that keeps everything in memory, unless that is allowed', { timeout: 60_000 }, async () => {
    const { url } = await started(await freePort(), 'mem', newFolder());
    const careful = storeAt(url, { allowVolatile: false });
    await expect(careful.check()).rejects.toThrow(VolatileServer);
    const testing = storeAt(url);
    await testing.check();
    expect(await testing.head()).toBe(0);
    expect(await testing.readAll(0, 10)).toEqual([]);
    await Promise.all([careful.close(), testing.close()]);
  });
}

import { describe, expect, test } from 'vitest';
import { SqliteDocumentStore } from '../../src/adapters/sqlite/document-store.js';
import { SqliteOperationalStore } from '../../src/adapters/sqlite/operational-store.js';
import { systemClock } from '../../src/adapters/system/clock.js';
import { Lease } from '../../src/engine/effects/lease.js';
import { CaughtUp } from '../../src/engine/read-models/caught-up.js';
import { CheckpointPoller } from '../../src/engine/read-models/checkpoint-poller.js';
import { StoreUnavailable } from '../../src/ports/event-store.js';

const TIMES = { renewMs: 10, seekMs: 10, lostMs: 60, takeMs: 100 };
const failed = () => {};

class CutLedger extends SqliteOperationalStore {
  cut = false;
  override async get<V>(...asked: Parameters<SqliteOperationalStore['get']>) {
    if (this.cut) throw new StoreUnavailable('cut');
    return super.get<V>(...asked);
  }
  override async put<V>(...asked: Parameters<SqliteOperationalStore['put']>) {
    if (this.cut) throw new StoreUnavailable('cut');
    return super.put<V>(...(asked as [never, never, never]));
  }
}

/** Counts who runs, and how many at once at most. */
function stage() {
  const running = new Set<string>();
  const starts: string[] = [];
  let most = 0;
  const part = (name: string) => ({
    start() {
      running.add(name);
      starts.push(name);
      most = Math.max(most, running.size);
    },
    close: () => void running.delete(name),
  });
  return { running, starts, part, most: () => most };
}

describe('a lease', () => {
  test('lets one of many run, and another after the first gave it back', async () => {
    const operations = new SqliteOperationalStore(':memory:');
    const { running, part, most } = stage();
    const leases = ['a', 'b', 'c'].map((name) => new Lease('projector', name, operations, systemClock, failed, TIMES));
    for (const [i, lease] of leases.entries()) lease.hold(part('abc'[i] as string));
    await expect.poll(() => running.size).toBe(1);
    const first = leases.find(({ isHeld }) => isHeld) as Lease;
    await first.close();
    expect(running.size).toBe(0);
    await expect.poll(() => running.size).toBe(1);
    expect(first.isHeld).toBe(false);
    for (const lease of leases) await lease.close();
    expect([running.size, most()]).toEqual([0, 1]);
  });

  test('is taken by another when its holder is cut off, who stops before that', async () => {
    const path = ':memory:';
    const operations = new CutLedger(path);
    const other = Object.create(operations, { cut: { value: false } }) as SqliteOperationalStore;
    const { running, starts, part, most } = stage();
    const first = new Lease('projector', 'first', operations, systemClock, failed, TIMES);
    first.hold(part('first'));
    await expect.poll(() => running.has('first')).toBe(true);
    const second = new Lease('projector', 'second', other, systemClock, failed, TIMES);
    second.hold(part('second'));
    operations.cut = true;
    await expect.poll(() => running.has('second'), { timeout: 3_000 }).toBe(true);
    expect([starts, most()]).toEqual([['first', 'second'], 1]);
    operations.cut = false;
    await second.close();
    await expect.poll(() => running.has('first')).toBe(true);
    await first.close();
  });

  test('is taken soon after it was given back, however seldom it is renewed', async () => {
    const operations = new SqliteOperationalStore(':memory:');
    const times = { renewMs: 3_000, seekMs: 10, lostMs: 6_000, takeMs: 9_000 };
    const { running, part } = stage();
    const [first, second] = ['first', 'second'].map((name) => {
      const lease = new Lease('projector', name, operations, systemClock, failed, times);
      lease.hold(part(name));
      return lease;
    }) as [Lease, Lease];
    await expect.poll(() => running.has('first')).toBe(true);
    await first.close();
    await expect.poll(() => running.has('second'), { timeout: 1_000 }).toBe(true);
    await second.close();
  });

  test('starts its part again when that fails', async () => {
    const lease = new Lease('projector', 'a', new SqliteOperationalStore(':memory:'), systemClock, failed, TIMES);
    let tries = 0;
    lease.hold({
      start() {
        if (++tries < 2) throw new Error('not yet');
      },
      close() {},
    });
    await expect.poll(() => tries, { timeout: 3_000 }).toBe(2);
    await lease.close();
  });
});

describe('a follower', () => {
  test('learns from the checkpoint how far another process has come', async () => {
    const documents = new SqliteDocumentStore(':memory:');
    const caughtUp = new CaughtUp();
    const follower = new CheckpointPoller(documents, caughtUp, 'level@x', failed);
    follower.start();
    const reached = caughtUp.reached(7, 2_000);
    await documents.commit([], [{ name: 'level@x', position: 7 }]);
    expect(await reached).toBe(true);
    expect(await caughtUp.reached(8, 30)).toBe(false);
    follower.close();
  });
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SqliteOperationalStore } from '../../../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../../../src/adapters/system/clock.js';
import { systemIds } from '../../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../../src/engine/commands/command-runner.js';
import { CheckpointedSubscriber } from '../../../../src/engine/log/checkpointed-subscriber.js';
import type { EventLog } from '../../../../src/engine/log/event-log.js';
import { type Subscription, subscribe } from '../../../../src/engine/log/subscription.js';
import { SubscriptionCheckpoint } from '../../../../src/engine/log/subscription-checkpoint.js';
import type { Subscriber } from '../../../../src/engine/log/tail/subscriber.js';
import type { Recorded } from '../../../../src/kernel/event.js';
import { StoreUnavailable } from '../../../../src/ports/stores/event-store.js';
import { randomFrom } from '../../../support/random.js';
import { Count, counterDecider, meta, openLog } from '../../commands/counter.js';

let log: EventLog;
let store: ReturnType<typeof openLog>['store'];
let runner: CommandRunner;
const open: Pick<Subscription, 'close'>[] = [];

beforeEach(() => {
  ({ log, store } = openLog());
  runner = new CommandRunner(log, systemIds, systemClock);
});
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

const append = (events = 1) => runner.run(counterDecider, new Count('a', { events }, meta()));
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await nextTurn();
};

/** A subscriber that notes what it is handed, from the last event that it handled. */
function follower(changed: Partial<Subscriber> = {}, work: (page: readonly Recorded[]) => unknown = () => {}) {
  const seen: number[] = [];
  const failures: unknown[] = [];
  let applied = 0;
  const name = changed.name ?? `follower ${open.length}`;
  const subscription = subscribe(
    log,
    {
      name,
      from: async () => applied,
      async handle(events) {
        await work(events);
        seen.push(...events.map(({ meta }) => meta.position));
        applied = events.at(-1)?.meta.position ?? applied;
      },
      ...changed,
    },
    (_, error) => failures.push(error),
  );
  open.push(subscription);
  return { seen, failures, subscription, name };
}

describe('subscribers of a process', () => {
  test('share one tail, once they have read what was before', async () => {
    await append(3);
    const tails = vi.spyOn(store, 'tail');
    const all = [follower(), follower(), follower()];
    await expect.poll(() => all.map(({ seen }) => seen.length)).toEqual([3, 3, 3]);
    tails.mockClear();
    await append(2);
    const late = follower({ from: () => log.head() });
    await append();
    await expect.poll(() => all.map(({ seen }) => seen)).toEqual(all.map(() => upTo(6)));
    await expect.poll(() => late.seen).toEqual([6]);
    expect(tails).not.toHaveBeenCalled();
  });

  test('are handed the types that they name', async () => {
    const [named, other] = [follower({ types: ['Counted'] }), follower({ types: ['Other'] })];
    await append(2);
    await expect.poll(() => named.seen).toEqual([1, 2]);
    await expect.poll(() => log.progress.get(other.name)).toBe(2);
    expect(other.seen).toEqual([]);
  });

  test('are handed what comes while they read what was before once, and in order', async () => {
    await append(2_000);
    const slow = follower({}, nextTurn);
    for (let n = 0; n < 200; n++) {
      await append(n % 7 === 0 ? 60 : 1);
      if (n % 20 === 0) await nextTurn();
    }
    const head = await log.head();
    await expect.poll(() => slow.seen.length, { timeout: 10_000 }).toBe(head);
    expect(slow.seen).toEqual(upTo(head));
  });

  test('are not held up by one that is, which reads on by itself later and loses nothing', {
    timeout: 20_000,
  }, async () => {
    const work = Promise.withResolvers<void>();
    const [stuck, quick] = [follower({}, () => work.promise), follower()];
    await settled();
    const tails = vi.spyOn(store, 'tail');
    for (let n = 0; n < 10; n++) await append(500);
    await expect.poll(() => quick.seen.length, { timeout: 10_000 }).toBe(5_000);
    expect([stuck.seen, tails.mock.calls.length]).toEqual([[], 0]);
    work.resolve();
    await append();
    await expect.poll(() => stuck.seen.length, { timeout: 10_000 }).toBe(5_001);
    expect(stuck.seen).toEqual(upTo(5_001));
    expect(tails.mock.calls.length).toBe(1);
    await append();
    await expect.poll(() => stuck.seen.at(-1)).toBe(5_002);
    expect(tails.mock.calls.length).toBe(1);
  });

  test('all stop at an event of a newer version unless they take it', async () => {
    const future = vi.fn();
    const [named, takes] = [follower({ types: ['Other'] }), follower({ unknown: future })];
    await append();
    await store.append('counter-x_future', 0, [{ id: 'future', type: 'FromTheFuture', body: '{}' }]);
    await append();
    await expect.poll(() => takes.seen).toEqual([1, 3]);
    await expect.poll(() => named.failures.length).toBeGreaterThan(1);
    expect(future.mock.calls).toMatchObject([[{ position: 2 }]]);
    expect(log.progress.get(named.name)).toBeLessThan(2);
  });
});

test('a shared tail that fails is opened again, and no page is handed over while another is handled', async () => {
  const fail: ((error: unknown) => void)[] = [];
  const tail = store.tail.bind(store);
  vi.spyOn(store, 'tail').mockImplementation((after, handle, failed) => {
    fail.push(failed);
    return tail(after, handle, failed);
  });
  let [running, most] = [0, 0];
  const work = Promise.withResolvers<void>();
  const busy = follower({}, async () => {
    most = Math.max(most, ++running);
    await work.promise;
    running--;
  });
  const idle = follower();
  await settled();
  await append();
  await settled();
  fail[0]?.(new StoreUnavailable('away'));
  await append(2);
  await expect.poll(() => idle.seen).toEqual([1, 2, 3]);
  expect([busy.failures.length, idle.failures.length]).toEqual([1, 1]);
  work.resolve();
  await expect.poll(() => busy.seen).toEqual([1, 2, 3]);
  expect(most).toBe(1);
});

test('nothing is lost, doubled or out of order when handlers and tails fail at random', {
  timeout: 30_000,
}, async () => {
  const { between } = randomFrom(7);
  const random = (below: number) => between(0, below - 1);
  const fail = new Map<() => void, (error: unknown) => void>();
  const tailOf = store.tail.bind(store);
  vi.spyOn(store, 'tail').mockImplementation((after, handle, failed) => {
    let isOpen = true;
    const late: typeof handle = async (events) => {
      for (let turns = random(3); turns > 0; turns--) await nextTurn();
      if (isOpen) await handle(events);
    };
    const tail = tailOf(after, late, failed);
    const close = () => {
      isOpen = false;
      fail.delete(close);
      tail.close();
    };
    fail.set(close, failed);
    return { close };
  });
  const work = async () => {
    for (let turns = random(4); turns > 0; turns--) await nextTurn();
    if (random(40) === 0) throw new Error('broken');
  };
  const all = Array.from({ length: 6 }, () => follower({}, work));
  for (let n = 0; n < 150; n++) {
    await append(random(10) === 0 ? 600 : 1 + random(3));
    if (random(15) > 0) continue;
    for (const [close, failed] of [...fail]) {
      close();
      failed(new StoreUnavailable('away'));
    }
  }
  const head = await log.head();
  for (const { seen } of all) {
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(head);
    expect(seen).toEqual(upTo(head));
  }
});

test('the checkpoint of a subscriber advances over events of other types', async () => {
  const operations = new SqliteOperationalStore(':memory:');
  const handler = { name: 'rare', types: ['Other'], handle: async () => true };
  const subscriber = new CheckpointedSubscriber(log, operations, handler, () => {});
  subscriber.start();
  open.push(subscriber);
  await settled();
  for (let n = 0; n < 5; n++) await append(300);
  await expect.poll(() => new SubscriptionCheckpoint(log, operations, 'rare').position()).toBeGreaterThanOrEqual(900);
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { CheckpointedSubscriber, type EventHandler } from '../../../src/engine/log/checkpointed-subscriber.js';
import type { EventLog } from '../../../src/engine/log/event-log.js';
import { SubscriptionCheckpoint } from '../../../src/engine/log/subscription-checkpoint.js';
import type { Recorded } from '../../../src/kernel/event.js';
import { Count, counterDecider, meta, openLog } from '../commands/counter.js';

const NAME = 'someone';

let log: EventLog;
let operations: SqliteOperationalStore;
let runner: CommandRunner;
let handed: number[];
const failed = vi.fn();
const running: CheckpointedSubscriber[] = [];

beforeEach(() => {
  ({ log } = openLog());
  operations = new SqliteOperationalStore(':memory:');
  runner = new CommandRunner(log, systemIds, systemClock);
  handed = [];
  failed.mockClear();
});

afterEach(() => {
  for (const subscriber of running.splice(0)) subscriber.close();
});

const append = (events = 1) => runner.run(counterDecider, new Count('a', { events }, meta()));
/** What a start would read on from. */
const checkpoint = () => new SubscriptionCheckpoint(log, operations, NAME).position();
const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await nextTurn();
};

/** `handle` may fail or wait; `begin` runs before the first page. */
function started(handle: (events: readonly Recorded[]) => boolean | Promise<boolean>, begin?: EventHandler['begin']) {
  const subscriber = new CheckpointedSubscriber(
    log,
    operations,
    {
      name: NAME,
      ...(begin ? { begin } : {}),
      async handle(events) {
        handed.push(...events.map(({ meta }) => meta.position));
        return handle(events);
      },
    },
    failed,
  );
  subscriber.start();
  running.push(subscriber);
  return subscriber;
}

describe('the checkpoint', () => {
  test('advances only after the promise of the handler resolves', async () => {
    const work = Promise.withResolvers<boolean>();
    await append(2);
    started(() => work.promise);
    await expect.poll(() => handed).toEqual([1, 2]);
    await settled();
    expect(await checkpoint()).toBe(0);
    work.resolve(true);
    await expect.poll(checkpoint).toBe(2);
  });

  test('does not advance when the handler fails', async () => {
    await append();
    started(() => Promise.reject(new Error('broken')));
    await expect.poll(() => failed.mock.calls.length).toBeGreaterThanOrEqual(2);
    expect(failed.mock.calls[0]).toEqual([NAME, new Error('broken')]);
    expect(await checkpoint()).toBe(0);
  });

  test('advances at once after an effect, and in bulk over events without one', async () => {
    await append(1_200);
    started((events) => events.some(({ meta }) => meta.position === 1_201));
    const puts = vi.spyOn(operations, 'put');
    await expect.poll(() => handed.length).toBe(1_200);
    await settled();
    expect([await checkpoint(), puts.mock.calls.length]).toEqual([1_000, 1]);
    await append();
    await expect.poll(checkpoint).toBe(1_201);
    await append();
    await expect.poll(() => handed.length).toBe(1_202);
    await settled();
    expect([await checkpoint(), puts.mock.calls.length]).toEqual([1_201, 2]);
  });

  test('counts events without an effect anew after each advance', async () => {
    await append(999);
    started((events) => events.at(-1)?.meta.position === 999);
    await expect.poll(checkpoint).toBe(999);
    for (const total of [1_000, 1_998]) {
      await append(total - handed.length);
      await expect.poll(() => handed.length).toBe(total);
      await settled();
      expect(await checkpoint()).toBe(999);
    }
    await append();
    await expect.poll(checkpoint).toBe(1_999);
  });
});

describe('the write of a checkpoint', () => {
  test('holds up no page, and the newest checkpoint is written next', async () => {
    const kept = Promise.withResolvers<void>();
    const put = operations.put.bind(operations);
    const puts = vi.spyOn(operations, 'put').mockImplementation(async (...entry: Parameters<typeof put>) => {
      await kept.promise;
      return put(...entry);
    });
    started(() => true);
    for (const position of [1, 2, 3]) {
      await append();
      await expect.poll(() => handed.at(-1)).toBe(position);
    }
    await settled();
    expect([await checkpoint(), puts.mock.calls.length]).toEqual([0, 1]);
    kept.resolve();
    await expect.poll(checkpoint).toBe(3);
    expect(puts.mock.calls.length).toBe(2);
  });

  test('that fails is told of; the next page writes a later one, and nothing is handed over twice', async () => {
    const puts = vi.spyOn(operations, 'put').mockRejectedValueOnce(new Error('away'));
    started(() => true);
    await append();
    await expect.poll(() => failed.mock.calls).toEqual([[NAME, new Error('away')]]);
    await append();
    await expect.poll(checkpoint).toBe(2);
    expect([handed, puts.mock.calls.length]).toEqual([[1, 2], 2]);
  });

  test('that fails after the subscriber is closed is not told of', async () => {
    const kept = Promise.withResolvers<boolean>();
    const puts = vi.spyOn(operations, 'put').mockReturnValueOnce(kept.promise);
    const subscriber = started(() => true);
    await append();
    await expect.poll(() => puts.mock.calls.length).toBe(1);
    subscriber.close();
    kept.reject(new Error('closed'));
    await settled();
    expect(failed.mock.calls).toEqual([]);
  });
});

describe('a start', () => {
  test('reads on from the checkpoint of the subscriber before it', async () => {
    await append(2);
    const first = started(() => true);
    await expect.poll(checkpoint).toBe(2);
    first.close();
    await append();
    started(() => true);
    await expect.poll(checkpoint).toBe(3);
    expect(handed).toEqual([1, 2, 3]);
  });

  test('after a failure hands over again what follows the checkpoint, and nothing before it', async () => {
    await append(2);
    let failures = 0;
    started(([event]) => {
      if (event?.meta.position === 3 && failures++ < 2) throw new Error('broken');
      return true;
    });
    await expect.poll(checkpoint).toBe(2);
    await append();
    await expect.poll(checkpoint).toBe(3);
    expect(handed).toEqual([1, 2, 3, 3, 3]);
  });

  test('runs begin before the first page, again after a failure, and again when begin itself fails', async () => {
    await append();
    const calls: string[] = [];
    started(
      () => {
        calls.push('handle');
        if (calls.length === 3) throw new Error('broken');
        return true;
      },
      async () => {
        await nextTurn();
        calls.push('begin');
        if (calls.length === 1) throw new Error('broken');
      },
    );
    await expect.poll(checkpoint).toBe(1);
    expect(calls).toEqual(['begin', 'begin', 'handle', 'begin', 'handle']);
  });

  test('of a subscriber that runs replaces what runs', async () => {
    const subscriber = started(() => true);
    subscriber.start();
    await append();
    await expect.poll(checkpoint).toBe(1);
    await settled();
    expect(handed).toEqual([1]);
  });
});

describe('a closed subscriber', () => {
  test('is handed nothing more, and notes the page it was handling', async () => {
    const work = Promise.withResolvers<boolean>();
    await append();
    const subscriber = started(() => work.promise);
    await expect.poll(() => handed).toEqual([1]);
    await append();
    subscriber.close();
    work.resolve(true);
    await expect.poll(checkpoint).toBe(1);
    await append();
    await settled();
    expect([handed, await checkpoint()]).toEqual([[1], 1]);
    subscriber.start();
    await expect.poll(() => handed).toEqual([1, 2, 3]);
  });

  test.each(['ends', 'fails'])('is handed nothing and tells of nothing when a begin %s later', async (how) => {
    const begun = Promise.withResolvers<void>();
    await append();
    const begin = () => begun.promise;
    started(() => true, begin).close();
    if (how === 'ends') begun.resolve();
    else begun.reject(new Error('broken'));
    await settled();
    expect([handed, failed.mock.calls]).toEqual([[], []]);
  });

  test('is not started again by a failure of its last page', async () => {
    const work = Promise.withResolvers<boolean>();
    await append();
    const subscriber = started(() => work.promise);
    await expect.poll(() => handed).toEqual([1]);
    subscriber.close();
    work.reject(new Error('broken'));
    await settled();
    expect([handed, failed.mock.calls]).toEqual([[1], []]);
  });
});

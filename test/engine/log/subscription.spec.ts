import { describe, expect, test, vi } from 'vitest';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { CheckpointedSubscriber } from '../../../src/engine/log/checkpointed-subscriber.js';
import { codecFor, UnknownEvent } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { subscribe } from '../../../src/engine/log/subscription.js';
import { StoreUnavailable, type Tail } from '../../../src/ports/stores/event-store.js';
import { Count, counterDecider, meta, vocabulary } from '../commands/counter.js';

class AwayStore extends SqliteEventStore {
  away = true;
  override tail(...[after, handle, failed]: Parameters<SqliteEventStore['tail']>): Tail {
    if (!this.away) return super.tail(after, handle, failed);
    const timer = setImmediate(() => failed(new StoreUnavailable('away')));
    return { close: () => clearImmediate(timer) };
  }
}

test('a subscription asks a store that is away again at least every second, however long it was', async () => {
  const store = new AwayStore(':memory:');
  const failures: number[] = [];
  const subscription = subscribe(
    new EventLog(store, codecFor(vocabulary)),
    { name: 'someone', from: async () => 0, handle: () => {} },
    () => failures.push(performance.now()),
  );
  await expect.poll(() => failures.length).toBe(7);
  const pauses = failures.slice(1).map((at, i) => at - (failures[i] ?? 0));
  expect(Math.max(...pauses)).toBeLessThan(1_500);
  expect(pauses[0]).toBeLessThan(Math.max(...pauses) / 2);
  subscription.close();
  await store.close();
});

test('pages of events are handled as pages of the loop, so that their reads wait for no tenant', async () => {
  let isPage = false;
  const handle = async (work: () => Promise<void> | void) => {
    isPage = true;
    await work();
    isPage = false;
  };
  const store = new SqliteEventStore(':memory:');
  const loop = { handle, pause: () => undefined };
  const log = new EventLog(store, codecFor(vocabulary), { monotonic: () => 0 }, loop);
  const opened: boolean[] = [];
  const follow = { name: 'someone', from: async () => 0, handle: () => void opened.push(isPage) };
  const subscription = subscribe(log, follow, (_, error) => expect.unreachable(String(error)));
  await new CommandRunner(log, systemIds, systemClock).run(counterDecider, new Count('a', {}, meta()));
  await expect.poll(() => opened).toEqual([true]);
  subscription.close();
  await store.close();
});

describe('a subscriber that is behind', () => {
  const known = { types: { Counted: 1, ParkedSkipped: 1 }, upcasters: {} };

  async function behind() {
    const store = new SqliteEventStore(':memory:');
    const writer = new CommandRunner(new EventLog(store, codecFor(known)), systemIds, systemClock);
    await writer.run(counterDecider, new Count('a', { events: 3 }, meta()));
    const codec = codecFor(known);
    const decode = vi.spyOn(codec, 'decode');
    return { store, decode, log: new EventLog(store, codec) };
  }

  test('decodes events of its types alone, and has passed the others', async () => {
    const { store, decode, log } = await behind();
    const [reached, handle] = [vi.fn(), vi.fn()];
    const follow = { name: 'someone', types: ['ParkedSkipped'], from: async () => 0, handle, reached };
    const subscription = subscribe(log, follow, (_, error) => expect.unreachable(String(error)));
    await expect.poll(() => log.progress.get('someone')).toBe(3);
    expect(reached.mock.calls.map(([{ position }, count]) => [position, count])).toEqual([[3, 3]]);
    expect([handle.mock.calls.length, decode.mock.calls.length]).toEqual([0, 0]);
    subscription.close();
    await store.close();
  });

  test('decodes nothing where it takes events as they are stored', async () => {
    const { store, decode, log } = await behind();
    const taken: number[] = [];
    const stored = async (events: readonly { readonly position: number }[]) =>
      void taken.push(...events.map(({ position }) => position));
    const follow = { name: 'someone', from: async () => 0, handle: () => {}, stored };
    const subscription = subscribe(log, follow, (_, error) => expect.unreachable(String(error)));
    await expect.poll(() => taken).toEqual([1, 2, 3]);
    expect(decode).not.toHaveBeenCalled();
    subscription.close();
    await store.close();
  });

  test('stops at an event of a type that this version does not know, whatever its types are', async () => {
    const { store } = await behind();
    const failures: unknown[] = [];
    const subscription = subscribe(
      new EventLog(store, codecFor({ types: { ParkedSkipped: 1 }, upcasters: {} })),
      { name: 'someone', types: ['ParkedSkipped'], from: async () => 0, handle: () => {} },
      (_, error) => failures.push(error),
    );
    await expect.poll(() => failures[0]).toBeInstanceOf(UnknownEvent);
    subscription.close();
    await store.close();
  });
});

describe('events gather after a page', () => {
  function following(gatherMs: number, hasEffect: boolean) {
    const log = new EventLog(new SqliteEventStore(':memory:'), codecFor(vocabulary));
    const runner = new CommandRunner(log, systemIds, systemClock);
    const pages: number[] = [];
    const handle = async (events: readonly unknown[]) => pages.push(events.length) > 0 && hasEffect;
    const handler = { name: 'someone', gatherMs, handle };
    const subscriber = new CheckpointedSubscriber(log, new SqliteOperationalStore(':memory:'), handler, (_, error) =>
      expect.unreachable(String(error)),
    );
    subscriber.start();
    const append = (events: number) => runner.run(counterDecider, new Count('a', { events }, meta()));
    return { subscriber, pages, append };
  }

  test('without an effect', async () => {
    const { subscriber, pages, append } = following(1_000, false);
    for (const events of [1, 2, 3]) {
      await append(events);
      await expect.poll(() => pages[0]).toBe(1);
    }
    await expect.poll(() => pages).toEqual([1, 5]);
    subscriber.close();
  });

  test('not with one', async () => {
    const { subscriber, pages, append } = following(60_000, true);
    for (const events of [1, 2, 3]) {
      await append(events);
      await expect.poll(() => pages.at(-1)).toBe(events);
    }
    subscriber.close();
  });
});

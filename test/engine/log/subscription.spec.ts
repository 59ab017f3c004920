import { expect, test } from 'vitest';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { codecFor } from '../../../src/engine/log/codec.js';
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

import { afterEach, expect, test, vi } from 'vitest';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { CheckpointedSubscriber } from '../../../src/engine/log/checkpointed-subscriber.js';
import { MOST_EVENTS, SubscriberLags } from '../../../src/engine/log/subscriber-lags.js';
import { epochMs, instant, plus } from '../../../src/kernel/instant.js';
import { Count, counterDecider, meta, openLog } from '../commands/counter.js';

const AT = instant('2030-01-01');
const NOW = plus(AT, 90_000);

const open: CheckpointedSubscriber[] = [];
afterEach(() => {
  for (const subscriber of open.splice(0)) subscriber.close();
});

function setting() {
  const { log, store } = openLog();
  const operations = new SqliteOperationalStore(':memory:');
  const runner = new CommandRunner(log, systemIds, { ...systemClock, now: () => AT });
  const lags = new SubscriberLags(log, operations, { now: () => NOW, monotonic: () => 0 });
  const count = (events: number) => runner.run(counterDecider, new Count('a', { events }, meta({ at: AT })));
  const subscribe = (name: string, handle: () => Promise<boolean>) => {
    const subscriber = new CheckpointedSubscriber(log, operations, { name, handle }, () => {});
    open.push(subscriber);
    subscriber.start();
    return subscriber;
  };
  return { log, store, operations, lags, count, subscribe };
}

const quiet = async () => false;

test('a subscriber that has handled all events has no lag, wherever its checkpoint is', async () => {
  const { log, lags, count, subscribe } = setting();
  await count(5);
  subscribe('one', quiet);
  await expect.poll(() => log.progress.get('one')).toBe(await log.head());
  expect(await lags.read()).toEqual(new Map([['one', { events: 0, seconds: 0 }]]));
});

test('a subscriber that is held up lags by the events that it has not handled', async () => {
  const { log, lags, count, subscribe } = setting();
  await count(1);
  subscribe('stuck', () => new Promise(() => {}));
  subscribe('one', quiet);
  await count(3);
  await expect.poll(() => log.progress.get('one')).toBe(await log.head());
  const found = await lags.read();
  expect(found.get('stuck')).toEqual({ events: 4, seconds: (epochMs(NOW) - epochMs(AT)) / 1_000 });
  expect(found.get('one')).toEqual({ events: 0, seconds: 0 });
});

test('a subscriber that does not run here lags by its checkpoint', async () => {
  const { log, lags, count, subscribe } = setting();
  await count(2);
  const subscriber = subscribe('one', async () => true);
  await expect.poll(() => log.progress.get('one')).toBe(await log.head());
  subscriber.close();
  await count(3);
  expect((await lags.read()).get('one')).toMatchObject({ events: 3 });
});

test('a subscriber of another process that is idle has no lag after some seconds', async () => {
  const { log, lags, count, subscribe } = setting();
  await count(5);
  const subscriber = subscribe('one', quiet);
  await expect.poll(() => log.progress.get('one')).toBe(await log.head());
  await count(300);
  const elsewhere = async () => {
    const progress = vi.spyOn(log, 'progress', 'get').mockReturnValue(new Map());
    const lag = (await lags.read()).get('one');
    progress.mockRestore();
    return lag;
  };
  await expect.poll(elsewhere, { timeout: 15_000, interval: 200 }).toEqual({ events: 0, seconds: 0 });
  subscriber.close();
});

test('an event of a newer version counts, and keeps nobody from reading the lags', async () => {
  const { log, store, lags, count, subscribe } = setting();
  subscribe('stuck', () => new Promise(() => {}));
  await count(1);
  await store.append('counter-x_future', 0, [{ id: 'future', type: 'FromTheFuture', body: '{}' }]);
  await count(1);
  await expect.poll(() => log.progress.has('stuck')).toBe(true);
  expect((await lags.read()).get('stuck')).toMatchObject({ events: 3, seconds: 90 });
});

test('no more events are read than are counted, and once for all that ask', async () => {
  const { log, lags, count, subscribe } = setting();
  await count(MOST_EVENTS + 500);
  subscribe('stuck', () => new Promise(() => {}));
  subscribe('stuck too', () => new Promise(() => {}));
  await expect.poll(() => log.progress.size).toBe(2);
  const reads = vi.spyOn(log, 'readableAll');
  const [one, other] = await Promise.all([lags.read(), lags.read()]);
  expect([one.get('stuck')?.events, other.get('stuck too')?.events]).toEqual([MOST_EVENTS, MOST_EVENTS]);
  expect(reads.mock.calls.length).toBeLessThanOrEqual(MOST_EVENTS / 200);
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { RateSharing } from '../../../src/engine/commands/rate-sharing.js';
import { epochMs, MINUTE } from '../../../src/kernel/instant.js';
import { RateCounter } from '../../../src/kernel/rate-counter.js';
import { setClock } from '../../support/processes/set-clock.js';

const LIMIT = 10;

/** Processes that count for themselves, and share their counts in one store. */
function setting() {
  const operations = new SqliteOperationalStore(':memory:');
  const clock = setClock();
  return {
    clock,
    operations,
    process(name: string, failed: (name: string, error: unknown) => void = () => {}) {
      const counter = new RateCounter('seed');
      const sharing = new RateSharing(counter, operations, clock, name, failed);
      return {
        sharing,
        exchange: () => sharing.exchange(),
        take: (times: number, key = 'a') =>
          Array.from({ length: times }, () => counter.take(key, LIMIT, epochMs(clock.now())).allowed),
      };
    },
  };
}

const allowed = (times: number) => Array<boolean>(times).fill(true);

describe('processes that share a limit', () => {
  test('allow together what one would: what another took is no longer there', async () => {
    const { process } = setting();
    const [one, other] = [process('one'), process('other')];
    expect(one.take(8)).toEqual(allowed(8));
    await one.exchange();
    await other.exchange();
    expect(other.take(3)).toEqual([true, true, false]);
    await other.exchange();
    await one.exchange();
    expect(one.take(1)).toEqual([false]);
    expect(other.take(10, 'b')).toEqual(allowed(10));
  });

  test('count what each of them took once, however often they tell it', async () => {
    const { process } = setting();
    const [one, second, third] = [process('one'), process('second'), process('third')];
    for (const [each, times] of [
      [one, 3],
      [second, 4],
      [third, 2],
    ] as const)
      each.take(times);
    for (let n = 0; n < 3; n++) for (const each of [one, second, third]) await each.exchange();
    expect(third.take(2)).toEqual([true, false]);
    for (const each of [third, one]) await each.exchange();
    expect(one.take(1)).toEqual([false]);
  });

  test('start afresh when the window is over', async () => {
    const { process, clock } = setting();
    const [one, other] = [process('one'), process('other')];
    one.take(10);
    await one.exchange();
    await other.exchange();
    expect(other.take(1)).toEqual([false]);
    clock.advance(2 * MINUTE);
    await one.exchange();
    await other.exchange();
    expect(other.take(11)).toEqual([...allowed(10), false]);
  });
});

describe('a process that has started', () => {
  afterEach(() => vi.useRealTimers());

  test('exchanges its counts once a second, after a failure too, until it is closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const wait = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      for (let turn = 0; turn < 10; turn++) await nextTurn();
    };
    const { process, operations } = setting();
    const failures: string[] = [];
    const [one, other] = [process('one', (name) => failures.push(name)), process('other')];
    one.sharing.start();
    const put = operations.put.bind(operations);
    operations.put = () => Promise.reject(new Error('away'));
    one.take(10);
    await wait(1_000);
    expect(failures).toEqual(['rate limits']);
    operations.put = put;
    await other.exchange();
    expect(other.take(1)).toEqual([true]);
    await wait(1_000);
    await other.exchange();
    expect(other.take(1)).toEqual([false]);
    one.sharing.close();
    one.take(1, 'b');
    await wait(5_000);
    await other.exchange();
    expect([failures, other.take(10, 'b')]).toEqual([['rate limits'], allowed(10)]);
  });
});

import { describe, expect, test } from 'vitest';
import { SqliteOperationalStore } from '../../src/adapters/sqlite/operational-store.js';
import { RateSharing } from '../../src/engine/commands/rate-sharing.js';
import { epochMs, MINUTE } from '../../src/kernel/instant.js';
import { RateCounter } from '../../src/kernel/rate-counter.js';
import { setClock } from '../support/set-clock.js';

const LIMIT = 10;

/** Processes that count for themselves, and share their counts in one store. */
function setting() {
  const operations = new SqliteOperationalStore(':memory:');
  const clock = setClock();
  return {
    clock,
    process(name: string) {
      const counter = new RateCounter();
      const sharing = new RateSharing(counter, operations, clock, name, () => {});
      return {
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

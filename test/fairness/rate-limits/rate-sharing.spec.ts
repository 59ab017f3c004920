import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { RateLimiter } from '../../../src/fairness/rate-limits/rate-limiter.js';
import { RateSharing } from '../../../src/fairness/rate-limits/rate-sharing.js';
import { MINUTE } from '../../../src/kernel/instant.js';
import { NO_TENANT } from '../../../src/kernel/stream.js';
import { monotonicClock } from '../../support/processes/set-clock.js';

const LIMIT = 10;
const started: RateSharing[] = [];
afterEach(() => {
  for (const sharing of started.splice(0)) sharing.close();
  vi.useRealTimers();
});

/** Processes that count for themselves, and share their counts in one store. */
function setting() {
  const operations = new SqliteOperationalStore(':memory:');
  const clock = monotonicClock();
  return {
    clock,
    operations,
    process(name: string, failed: (name: string, error: unknown) => void = () => {}) {
      const limiter = new RateLimiter(clock, { tenant: LIMIT, email: LIMIT });
      const sharing = new RateSharing(limiter, operations, clock, name, failed);
      sharing.start();
      started.push(sharing);
      const isAllowed = (tenantId: string) => {
        try {
          return limiter.take('tenant', tenantId) !== undefined;
        } catch {
          return false;
        }
      };
      return {
        limiter,
        sharing,
        exchange: () => sharing.exchange(),
        take: (times: number, tenantId = 'a') => Array.from({ length: times }, () => isAllowed(tenantId)),
      };
    },
  };
}

const allowed = (times: number) => Array<boolean>(times).fill(true);

describe('processes that share a limit', () => {
  test('allow together as many requests as one would', async () => {
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

  test('count what each of them took once, whatever the order of their exchanges', async () => {
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

  test('miss nothing of one that exchanges twice before another does', async () => {
    const { process } = setting();
    const [one, other] = [process('one'), process('other')];
    for (const times of [4, 5]) {
      one.take(times);
      await one.exchange();
    }
    await other.exchange();
    expect(other.take(2)).toEqual([true, false]);
  });

  test('have full buckets again after a minute', async () => {
    const { process, clock } = setting();
    const [one, other] = [process('one'), process('other')];
    one.take(10);
    await one.exchange();
    await other.exchange();
    expect(other.take(1)).toEqual([false]);
    clock.advance(MINUTE);
    await one.exchange();
    await other.exchange();
    expect(other.take(11)).toEqual([...allowed(10), false]);
  });

  test('share what was taken back', async () => {
    const { process } = setting();
    const [one, other] = [process('one'), process('other')];
    const refunds = Array.from({ length: LIMIT }, () => one.limiter.takeEmail('a', 'olga@acme.example', '192.0.2.1'));
    await one.exchange();
    for (const refund of refunds) refund();
    await one.exchange();
    await other.exchange();
    for (let n = 0; n < LIMIT; n++) other.limiter.takeEmail('a', 'olga@acme.example', '192.0.2.2');
  });

  test('pass over entries and kinds of other versions', async () => {
    const { process, operations, clock } = setting();
    const one = process('one');
    const entries = { older: { counts: { 'tenant a': 9 } }, newer: { rounds: [{ n: 1, counts: { 'planet a': 9 } }] } };
    for (const [id, value] of Object.entries(entries))
      await operations.put({ tenantId: NO_TENANT, kind: 'rate', id }, value, { due: clock.now() });
    await one.exchange();
    expect(one.take(11)).toEqual([...allowed(10), false]);
  });
});

test('a process exchanges its counts once a second, after a failure too, until it is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const wait = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    for (let turn = 0; turn < 10; turn++) await nextTurn();
  };
  const { process, operations } = setting();
  const failures: string[] = [];
  const [one, other] = [process('one', (name) => failures.push(name)), process('other')];
  other.sharing.close();
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

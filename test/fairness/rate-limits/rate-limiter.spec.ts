import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMAIL_TRIES_PER_ADDRESS, RATE_BURST, rateLimits } from '../../../src/catalogue/rates.js';
import { RateLimiter, type RateSettings } from '../../../src/fairness/rate-limits/rate-limiter.js';
import { SECOND } from '../../../src/kernel/instant.js';
import { Rejection } from '../../../src/kernel/rejection.js';
import { monotonicClock } from '../../support/processes/set-clock.js';

function setting(settings: RateSettings = { tenant: 6 }, most?: number) {
  const clock = monotonicClock();
  const limiter = new RateLimiter(clock, settings, most);
  const retryAfter = (take: () => unknown): number | undefined => {
    try {
      take();
      return undefined;
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      return Number(error.details?.retry_after);
    }
  };
  const isAllowed = (tenant = 'a') => retryAfter(() => limiter.take('tenant', tenant)) === undefined;
  return {
    clock,
    limiter,
    retryAfter,
    isAllowed,
    /** Requests that are allowed one after the other at this moment. */
    allowed(tenant = 'a', most = 100_000) {
      let count = 0;
      while (count < most && isAllowed(tenant)) count++;
      return count;
    },
  };
}

describe('a bucket', () => {
  test('holds the requests of its limit, and fills at its rate', () => {
    const { clock, allowed } = setting({ tenant: 6 });
    expect([allowed('a'), allowed('a'), allowed('b')]).toEqual([6, 0, 6]);
    clock.advance(25 * SECOND);
    expect(allowed('a')).toBe(2);
    clock.advance(600 * SECOND);
    expect(allowed('a')).toBe(6);
  });

  test('of a tenant holds 5,000 requests and fills by 1,000 a second', () => {
    const { clock, allowed } = setting({});
    expect([rateLimits.tenant, rateLimits.credential, RATE_BURST]).toEqual([60_000, 30_000, 5_000]);
    expect(allowed()).toBe(5_000);
    clock.advance(SECOND);
    expect(allowed()).toBe(1_000);
  });

  test('says what remains, and when it has room again', () => {
    const { clock, limiter, retryAfter, isAllowed } = setting({ tenant: 2 });
    expect(limiter.take('tenant', 'a')).toEqual({ allowed: true, limit: 2, remaining: 1, resetSeconds: 30 });
    expect(limiter.take('tenant', 'a')).toMatchObject({ remaining: 0, resetSeconds: 60 });
    clock.advance(10 * SECOND);
    expect(retryAfter(() => limiter.take('tenant', 'a'))).toBe(20);
    clock.advance(19 * SECOND);
    expect(isAllowed()).toBe(false);
    clock.advance(SECOND);
    expect(isAllowed()).toBe(true);
  });

  test('is not emptied by requests that are refused', () => {
    const { clock, allowed, isAllowed } = setting({ tenant: 6 });
    allowed();
    for (let n = 0; n < 100; n++) isAllowed();
    clock.advance(10 * SECOND);
    expect(allowed()).toBe(1);
  });

  test('allows its burst and its rate in any span of time, and no less once it was refused', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20_000 }),
        fc.array(fc.record({ afterMs: fc.nat(20_000), requests: fc.nat(1_500) }), { maxLength: 30 }),
        (limit, steps) => {
          const { clock, limiter } = setting({ tenant: limit });
          let [elapsedMs, taken] = [0, 0];
          for (const { afterMs, requests } of steps) {
            clock.advance(afterMs);
            elapsedMs += afterMs;
            for (let n = 0; n < requests; n++) {
              const most = Math.min(limit, RATE_BURST) + (elapsedMs * limit) / 60_000;
              try {
                limiter.take('tenant', 'a');
                taken++;
              } catch {
                break;
              }
              expect(taken).toBeLessThanOrEqual(most + 1e-6);
            }
          }
        },
      ),
      { numRuns: 30 },
    ));
});

describe('an e-mail address', () => {
  const attempt = ({ limiter, retryAfter }: ReturnType<typeof setting>, address: string) =>
    retryAfter(() => limiter.takeEmail('a', 'Olga@acme.example', address)) === undefined;

  test('whose bucket is empty leaves each client address a few tries', () => {
    const all = setting({ email: 4 });
    const times = Array.from({ length: 9 }, () => attempt(all, '192.0.2.1'));
    expect(times.filter(Boolean)).toHaveLength(4);
    const others = Array.from({ length: 9 }, () => attempt(all, '192.0.2.2'));
    expect(others.filter(Boolean)).toHaveLength(EMAIL_TRIES_PER_ADDRESS);
  });

  test('is not charged with what is taken back', () => {
    const { limiter, retryAfter } = setting({ email: 4 });
    for (let n = 0; n < 9; n++) limiter.takeEmail('a', 'olga@acme.example', '192.0.2.1')();
    for (let n = 0; n < 4; n++) limiter.takeEmail('a', 'olga@acme.example', '192.0.2.1');
    expect(retryAfter(() => limiter.takeEmail('a', 'OLGA@acme.example', '192.0.2.1'))).toBe(40);
  });
});

describe('more keys than buckets', () => {
  test('forget the least recent ones; those in use keep theirs', () => {
    const { allowed, isAllowed } = setting({ tenant: 2 }, 100);
    allowed('busy');
    allowed('silent');
    for (let n = 0; n < 1_000; n++) {
      isAllowed(`attacker ${n}`);
      expect(isAllowed('busy')).toBe(false);
    }
    expect(allowed('silent')).toBe(2);
  });

  test('take bounded memory', () => {
    const { limiter, isAllowed } = setting({ tenant: 2 }, 100);
    limiter.unshared = new Map();
    for (let n = 0; n < 10_000; n++) isAllowed(`attacker ${n}`);
    const { recent, older } = limiter as unknown as Record<'recent' | 'older', Map<string, unknown>>;
    expect(recent.size + older.size).toBeLessThanOrEqual(100);
    expect(limiter.unshared.size).toBeLessThanOrEqual(100);
  });
});

test('nothing is counted where limits are off', () => {
  const { limiter, retryAfter } = setting('off');
  expect(limiter.take('tenant', 'a')).toBeUndefined();
  for (let n = 0; n < 10_000; n++) limiter.note('failed', '192.0.2.1');
  expect(retryAfter(() => limiter.check('failed', ['192.0.2.1'], () => false))).toBeUndefined();
});

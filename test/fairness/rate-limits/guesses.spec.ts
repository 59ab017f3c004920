import { describe, expect, test } from 'vitest';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { guessLimits } from '../../../src/catalogue/rates.js';
import { type Guess, Guesses } from '../../../src/fairness/rate-limits/guesses.js';
import { RateLimiter, type RateSettings } from '../../../src/fairness/rate-limits/rate-limiter.js';
import { RateSharing } from '../../../src/fairness/rate-limits/rate-sharing.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/kernel/instant.js';
import type { Rejection } from '../../../src/kernel/rejection.js';
import { monotonicClock } from '../../support/processes/set-clock.js';

const GUESS: Guess = { tenantId: 'a', email: 'olga@acme.example', password: 'wrong', network: '192.0.2.1' };

function setting(settings: RateSettings = {}, most?: number, clock = monotonicClock()) {
  const limiter = new RateLimiter(clock, settings);
  const guesses = new Guesses(limiter, clock, 'key', most);
  let n = 0;
  return {
    clock,
    limiter,
    guesses,
    /** Seconds to wait where the attempt is refused; 0 where it failed, by its password. */
    async fail(guess: Partial<Guess> = {}, isKnown = false): Promise<number> {
      try {
        await guesses.take({ ...GUESS, password: `p${n++}`, ...guess }, async () => isKnown);
        return 0;
      } catch (error) {
        return Number((error as Rejection).details?.retry_after);
      }
    },
    /** An attempt whose password is right. */
    async succeed(guess: Partial<Guess> = {}, isKnown = false): Promise<void> {
      (await guesses.take({ ...GUESS, password: 'right', ...guess }, async () => isKnown))();
    },
  };
}

const each = (n: number): Partial<Guess> => ({ network: `192.0.2.${n}` });

describe('an account', () => {
  test('has a pause behind its tenth failure from anywhere, which each further one doubles up to an hour', async () => {
    const { fail, clock } = setting();
    for (let n = 0; n < guessLimits.account; n++) expect(await fail(each(n))).toBe(0);
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60, 60]) {
      expect(await fail(each(50))).toBe(minutes * 60);
      clock.advance(minutes * MINUTE - SECOND);
      expect(await fail(each(51))).toBe(1);
      clock.advance(SECOND);
      expect(await fail(each(minutes))).toBe(0);
    }
  });

  test.each(['one network', 'many networks'])('takes at most 100 failures of %s in a day', async (which) => {
    const { fail, clock } = setting();
    let failures = 0;
    for (let n = 0; n < DAY / MINUTE; n++, clock.advance(MINUTE)) {
      for (let k = 0; k < 3; k++) if ((await fail(which === 'one network' ? {} : each(n * 3 + k))) === 0) failures++;
    }
    expect(failures).toBeGreaterThan(20);
    expect(failures).toBeLessThanOrEqual(100);
  });

  test('takes no more failures of attempts that run at once', async () => {
    const { fail } = setting();
    const waits = await Promise.all(Array.from({ length: 100 }, (_, n) => fail(each(n))));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(guessLimits.account);
  });

  test('is open to networks that signed in to it, up to their own limit a minute', async () => {
    const { fail, succeed } = setting({ email: 20 });
    for (let n = 0; n < 15; n++) await fail(each(n));
    expect(await fail(each(60))).toBeGreaterThan(0);
    for (let n = 0; n < 40; n++) await succeed(each(61), true);
    for (let n = 0; n < 20; n++) expect(await fail(each(62), true)).toBe(0);
    expect(await fail(each(62), true)).toBeGreaterThan(0);
    await succeed(each(61), true);
  });

  test('counts no sign-in that succeeds, and is one in each spelling', async () => {
    const { fail, succeed } = setting();
    for (let n = 0; n < 50; n++) await succeed(each(n));
    for (let n = 0; n < 10; n++)
      expect(await fail({ ...each(n), email: n % 2 ? 'OLGA@acme.example ' : GUESS.email })).toBe(0);
    expect(await fail(each(20))).toBe(60);
    expect(await fail({ ...each(20), email: 'ben@acme.example' })).toBe(0);
    expect(await fail({ ...each(20), tenantId: 'b' })).toBe(0);
  });

  test('begins anew after a day', async () => {
    const { fail, clock } = setting();
    for (let n = 0; n < 10; n++) await fail(each(n));
    clock.advance(DAY);
    for (let n = 0; n < 10; n++) expect(await fail(each(n))).toBe(0);
    expect(await fail(each(20))).toBe(60);
  });

  test('has a success behind a pause that leaves no further pause', async () => {
    const { fail, succeed, clock } = setting();
    for (let n = 0; n < 10; n++) await fail(each(n));
    clock.advance(MINUTE);
    await succeed(each(20));
    await succeed(each(21));
  });
});

describe('spraying', () => {
  const account = (n: number): Partial<Guess> => ({ email: `u${n}@acme.example` });

  test('of many accounts counts by network', async () => {
    const { fail, succeed, clock } = setting();
    for (let n = 0; n < guessLimits.network; n++) expect(await fail({ ...account(n), tenantId: `t${n % 7}` })).toBe(0);
    expect(await fail(account(1_000))).toBe(60);
    expect(await fail({ ...account(1_000), network: '192.0.2.2' })).toBe(0);
    await succeed(account(2_000), true);
    clock.advance(MINUTE);
    await succeed(account(2_001));
    expect(await fail(account(2_002))).toBe(0);
    expect(await fail(account(2_003))).toBe(120);
  });

  test('of one password counts by password and tenant, from however many networks', async () => {
    const { fail, succeed } = setting();
    const spray = (n: number, more = {}) => fail({ ...account(n), ...each(n), password: 'Summer2026', ...more });
    for (let n = 0; n < guessLimits.password; n++) expect(await spray(n)).toBe(0);
    expect(await spray(100)).toBe(60);
    expect(await spray(100, { password: 'Summer2027' })).toBe(0);
    expect(await spray(100, { tenantId: 'b' })).toBe(0);
    await succeed({ ...account(100), password: 'Summer2026' }, true);
  });
});

test('no password and no address is in what is counted and shared', async () => {
  const { fail, guesses, limiter } = setting();
  limiter.unshared = new Map();
  await fail({ password: 'a secret' });
  const { failures } = guesses as unknown as { failures: Map<string, unknown> };
  expect([...failures.keys()].join()).not.toMatch(/secret|olga|acme/);
  expect(
    [...limiter.unshared.keys()].filter((key) => key.startsWith('guess-')).map((key) => key.split(' ')[0]),
  ).toEqual(['guess-account', 'guess-network']);
});

test('limits that are off count nothing', async () => {
  const { fail } = setting('off');
  for (let n = 0; n < 50; n++) expect(await fail()).toBe(0);
});

test('a flood of accounts takes bounded memory, and leaves other tenants their counts', async () => {
  const { fail, guesses } = setting({}, 300);
  for (let n = 0; n < 10; n++) await fail(each(n));
  for (let n = 0; n < 5_000; n++)
    await fail({ tenantId: 'flood', email: `u${n}@x.example`, network: `10.0.${n % 250}.${Math.floor(n / 250)}` });
  const { failures } = guesses as unknown as { failures: Map<string, unknown> };
  expect(failures.size).toBeLessThanOrEqual(900);
  expect(await fail(each(60))).toBe(60);
});

test('processes count together', async () => {
  const clock = monotonicClock();
  const operations = new SqliteOperationalStore(':memory:');
  const [one, other] = [setting({}, undefined, clock), setting({}, undefined, clock)];
  const sharing = [one, other].map(
    ({ limiter }, n) => new RateSharing(limiter, operations, clock, `process ${n}`, () => undefined),
  );
  for (const each of sharing) each.start();
  for (let n = 0; n < 6; n++) await one.fail(each(n));
  for (let n = 0; n < 4; n++) await other.fail(each(n + 10));
  for (const each of sharing) await each.exchange();
  for (const each of sharing) await each.exchange();
  expect([await one.fail(each(20)), await other.fail(each(20))]).toEqual([60, 60]);
  clock.advance(HOUR);
  for (const each of sharing) each.close();
});

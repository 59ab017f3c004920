import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileSecrets } from '../../../../src/adapters/file-keys/file-secrets.js';
import { SqliteOperationalStore } from '../../../../src/adapters/sqlite/operational/operational-store.js';
import { systemIds } from '../../../../src/adapters/system/ids.js';
import { limits } from '../../../../src/catalogue/limits/limits.js';
import type { EventLog } from '../../../../src/engine/log/event-log.js';
import { DAY, instant, plus } from '../../../../src/kernel/instant.js';
import { RefreshTokenFamilies } from '../../../../src/modules/people/auth/application/refresh-token-families.service.js';
import { SessionIndex } from '../../../../src/modules/people/auth/application/session-index.service.js';

const TENANT = '0190a0a0-0000-7000-8000-000000000001';
const OTHER = '0190a0a0-0000-7000-8000-000000000002';

const secrets = fileSecrets('', randomBytes(32));

let now = instant('2030-01-01');
let monotonicMs = 0;
let operations: SqliteOperationalStore;
let families: RefreshTokenFamilies;

/** One process of several that share the operational store. */
function process(exclusive = false): RefreshTokenFamilies {
  const clock = { now: () => now, monotonic: () => monotonicMs };
  const index = new SessionIndex(operations, clock);
  return new RefreshTokenFamilies(operations, clock, systemIds, { exclusive } as EventLog, index, secrets, {
    refreshGraceSeconds: 10,
  });
}

beforeEach(() => {
  now = instant('2030-01-01');
  operations = new SqliteOperationalStore(':memory:');
  families = process();
});
afterEach(() => operations.close());

const signIn = (userId = 'ben', password = 'mark', tenantId = TENANT) => families.begin(tenantId, { userId, password });
const sids = async (userId = 'ben', password = 'mark') =>
  (await families.openOf(TENANT, userId, password)).map(({ sid }) => sid);

describe('the families of a user', () => {
  test('are those of the user, the tenant and the mark, oldest first', async () => {
    const [first, second] = [await signIn(), await signIn()];
    await Promise.all([signIn('carl'), signIn('ben', 'mark', OTHER), signIn('ben', 'other')]);
    expect(await sids()).toEqual([first.sid, second.sid]);
  });

  test('are all kept of many that begin at once', async () => {
    const begun = await Promise.all(Array.from({ length: 50 }, () => signIn()));
    expect((await sids()).sort()).toEqual(begun.map(({ sid }) => sid).sort());
  });

  test('are of a bounded number, however often a user signs in: the oldest ends', async () => {
    const [first, second] = [await signIn(), await signIn()];
    for (let n = 2; n < limits.sessionsPerUser; n++) await signIn();
    expect(await sids()).toHaveLength(limits.sessionsPerUser);
    expect(await families.isOpen(TENANT, first.sid)).toBe(true);
    await signIn();
    expect(await families.isOpen(TENANT, first.sid)).toBe(false);
    await expect(families.present(TENANT, first.refreshToken)).rejects.toThrow('errors.grant.invalid');
    expect(await families.isOpen(TENANT, second.sid)).toBe(true);
    expect(await sids()).toHaveLength(limits.sessionsPerUser);
  });

  test('leave nothing behind after a year', async () => {
    for (let n = 0; n < 20; n++) await families.end(TENANT, 'ben', (await signIn()).sid);
    await signIn();
    now = plus(now, 365 * DAY);
    for (const kind of ['refresh-token', 'user-sessions']) {
      await operations.sweep(kind, now);
      expect(await operations.list(TENANT, kind, '', 100)).toEqual([]);
    }
  });
});

test('a family stays open when its id is asked for under another tenant', async () => {
  const { sid } = await signIn();
  for (const each of [families, process(), process(true)]) {
    monotonicMs += 10_000;
    expect(await each.isOpen(OTHER, sid)).toBe(false);
    expect(await each.isOpen(TENANT, sid)).toBe(true);
  }
});

describe('a family that another process ended', () => {
  test('is closed here within two seconds, and stays so', async () => {
    const { sid } = await signIn();
    const other = process();
    expect(await other.isOpen(TENANT, sid)).toBe(true);
    expect(await families.end(TENANT, 'ben', sid)).toBe(true);
    expect(await families.isOpen(TENANT, sid)).toBe(false);
    monotonicMs += 2_000;
    expect(await other.isOpen(TENANT, sid)).toBe(false);
  });

  test('is ended by its own user alone', async () => {
    const { sid } = await signIn();
    expect(await families.end(TENANT, 'carl', sid)).toBe(false);
    expect(await families.end(OTHER, 'ben', sid)).toBe(false);
    expect(await families.isOpen(TENANT, sid)).toBe(true);
  });
});

describe('a refresh token that comes again', () => {
  const present = (text: string, at = families) => at.present(TENANT, text);
  const redeem = async (text: string, at = families) =>
    at.redeem(await present(text, at), async ({ refreshToken }) => ({ refreshToken, jti: systemIds.next() }));

  test('within ten seconds gets the answer of the first, at each process', async () => {
    const { refreshToken } = await signIn();
    const first = await redeem(refreshToken);
    now = plus(now, 9_999);
    expect(await redeem(refreshToken)).toEqual(first);
    expect(await redeem(refreshToken, process())).toEqual(first);
    expect(await sids()).toHaveLength(1);
  });

  test('after ten seconds ends the family', async () => {
    const { refreshToken } = await signIn();
    const first = await redeem(refreshToken);
    now = plus(now, 10_000);
    await expect(redeem(refreshToken)).rejects.toThrow('errors.grant.invalid');
    await expect(redeem(first.refreshToken)).rejects.toThrow('errors.grant.invalid');
    expect(await sids()).toEqual([]);
  });

  test('after the next one was used ends the family', async () => {
    const { refreshToken } = await signIn();
    const first = await redeem(refreshToken);
    await redeem(first.refreshToken);
    await expect(redeem(refreshToken)).rejects.toThrow('errors.grant.invalid');
    expect(await sids()).toEqual([]);
  });

  test('of many at once, all get the answer of one', async () => {
    const { refreshToken } = await signIn();
    const processes = [families, process(), process()];
    const all = await Promise.all(Array.from({ length: 30 }, (_, i) => redeem(refreshToken, processes[i % 3])));
    expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1);
  });

  test('is in the store neither in clear nor under the master key alone', async () => {
    const { refreshToken, sid } = await signIn();
    const first = await redeem(refreshToken);
    const entry = await operations.get<{ spent: { answer: string } }>({
      tenantId: TENANT,
      kind: 'refresh-token',
      id: sid,
    });
    const text = JSON.stringify(entry);
    for (const secret of [refreshToken, first.refreshToken, first.jti]) expect(text).not.toContain(secret);
    const purpose = (word: string) => `refresh-answer:${TENANT}/${word}`;
    expect(() => secrets.unseal(purpose(first.refreshToken), entry?.value.spent.answer ?? '')).toThrow();
    expect(secrets.unseal(purpose(refreshToken), entry?.value.spent.answer ?? '')).toContain(first.refreshToken);
  });
});

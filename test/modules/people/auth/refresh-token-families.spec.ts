import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteOperationalStore } from '../../../../src/adapters/sqlite/operational/operational-store.js';
import { systemIds } from '../../../../src/adapters/system/ids.js';
import { limits } from '../../../../src/catalogue/limits/limits.js';
import type { EventLog } from '../../../../src/engine/log/event-log.js';
import { DAY, instant, plus } from '../../../../src/kernel/instant.js';
import { RefreshTokenFamilies } from '../../../../src/modules/people/auth/application/refresh-token-families.service.js';
import { SessionIndex } from '../../../../src/modules/people/auth/application/session-index.service.js';

const TENANT = '0190a0a0-0000-7000-8000-000000000001';
const OTHER = '0190a0a0-0000-7000-8000-000000000002';

let now = instant('2030-01-01');
let monotonicMs = 0;
let operations: SqliteOperationalStore;
let families: RefreshTokenFamilies;

/** One process of several that share the operational store. */
function process(exclusive = false): RefreshTokenFamilies {
  const clock = { now: () => now, monotonic: () => monotonicMs };
  const index = new SessionIndex(operations, clock);
  return new RefreshTokenFamilies(operations, clock, systemIds, { exclusive } as EventLog, index);
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

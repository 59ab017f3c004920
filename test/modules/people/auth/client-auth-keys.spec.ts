import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteOperationalStore } from '../../../../src/adapters/sqlite/operational/operational-store.js';
import { systemIds } from '../../../../src/adapters/system/ids.js';
import { limits } from '../../../../src/catalogue/limits/limits.js';
import { DAY, instant, plus } from '../../../../src/kernel/instant.js';
import { ClientAuthKeysService } from '../../../../src/modules/people/auth/application/client-auth-keys.service.js';
import { authManifest } from '../../../../src/modules/people/auth/auth.manifest.js';

const TENANT = '0190a0a0-0000-7000-8000-000000000001';
const OTHER = '0190a0a0-0000-7000-8000-000000000002';
const carl = { conversationId: 'c1', participantId: 'carl' };

let now = instant('2030-01-01');
let operations: SqliteOperationalStore;
let keys: ClientAuthKeysService;

beforeEach(() => {
  now = instant('2030-01-01');
  operations = new SqliteOperationalStore(':memory:');
  keys = new ClientAuthKeysService(operations, { now: () => now, monotonic: () => 0 }, systemIds);
});
afterEach(() => operations.close());

const issue = (participantId = 'carl', tenantId = TENANT) => keys.issue(tenantId, 'c1', participantId);
const kinds = Object.keys(authManifest.operationalKinds ?? {}).filter((kind) => kind.startsWith('client-auth-key'));
const stored = async () => (await Promise.all(kinds.map((kind) => operations.list(TENANT, kind, '', 10_000)))).flat();

describe('a client auth key', () => {
  test('is 22 characters of base64url, another each time', async () => {
    const issued = await Promise.all(Array.from({ length: 20 }, () => issue()));
    expect(new Set(issued).size).toBe(20);
    for (const key of issued) expect(key).toMatch(/^[A-Za-z0-9_-]{22}$/);
  });

  test('names its participant, in its own tenant alone', async () => {
    const key = await issue();
    expect(await keys.find(TENANT, key)).toEqual(carl);
    expect(await keys.find(OTHER, key)).toBeUndefined();
  });

  test.each(['', 'x', 'A'.repeat(22), 'A'.repeat(10_000), '\u0000', 'ä'.repeat(22)])(
    'another text is none (%#)',
    async (text) => {
      await issue();
      expect(await keys.find(TENANT, text)).toBeUndefined();
    },
  );

  test('is stored as a hash', async () => {
    const key = await issue();
    const text = JSON.stringify(await stored());
    expect(text).toContain('carl');
    expect(text).not.toContain(key);
    expect(text).not.toContain(Buffer.from(key, 'base64url').toString('hex'));
  });

  test('is good for 7 days, any number of times', async () => {
    const key = await issue();
    now = plus(now, 7 * DAY - 1);
    for (let times = 0; times < 3; times++) expect(await keys.find(TENANT, key)).toEqual(carl);
    now = plus(now, 1);
    expect(await keys.find(TENANT, key)).toBeUndefined();
  });

  test('leaves nothing behind after 7 days', async () => {
    await issue();
    now = plus(now, 8 * DAY);
    expect(kinds.map((kind) => authManifest.operationalKinds?.[kind]?.expiry)).toEqual(kinds.map(() => 'due'));
    for (const kind of kinds) await operations.sweep(kind, now);
    expect(await stored()).toEqual([]);
  });
});

describe('the keys of one participant', () => {
  const good = async (issued: readonly string[]) => {
    const found = await Promise.all(issued.map((key) => keys.find(TENANT, key)));
    return issued.filter((_, i) => found[i] !== undefined);
  };

  test('are so many; the oldest is dropped for the next', async () => {
    const issued: string[] = [];
    const others = await issue('cleo');
    for (let n = 0; n < limits.clientAuthKeys + 3; n++) issued.push(await issue());
    expect(await good(issued)).toEqual(issued.slice(3));
    expect(await good([others])).toEqual([others]);
  });

  test('stay so many when they are asked for at once', async () => {
    const issued = await Promise.all(Array.from({ length: limits.clientAuthKeys * 2 }, () => issue()));
    expect(await good(issued)).toHaveLength(limits.clientAuthKeys);
  });

  test('that expired count no more', async () => {
    for (let n = 0; n < limits.clientAuthKeys; n++) await issue();
    now = plus(now, 7 * DAY);
    const issued: string[] = [];
    for (let n = 0; n < limits.clientAuthKeys; n++) issued.push(await issue());
    expect(await good(issued)).toEqual(issued);
  });
});

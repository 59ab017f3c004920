import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { keyWrapOf } from '../../../src/adapters/file-keys/file-key-wrap.js';
import { SealedEntries } from '../../../src/adapters/sealed-entries/sealed-entries.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { StoredDataKeys } from '../../../src/adapters/stored-keys/stored-data-keys.js';
import { instant } from '../../../src/kernel/instant.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import type { OperationalKey } from '../../../src/ports/stores/operational-store.js';
import { describeOperationalStore } from '../../contracts/operational-store.contract.js';

const wrap = keyWrapOf(Buffer.alloc(32, 7));
const every = { has: () => true };
const aStore = () => new SqliteOperationalStore(':memory:');

/** The keys are in another store: the contract counts the entries of its own. */
describeOperationalStore(
  'SQLite, sealed',
  async () => new SealedEntries(aStore(), new StoredDataKeys(aStore(), wrap), every),
);

describe('an entry of a sealed kind', () => {
  const entries = aStore();
  const keys = new StoredDataKeys(entries, wrap);
  const sealed = new SealedEntries(entries, keys, new Set(['effect']));
  const due = instant('2030-01-01');
  const key = (id: string, tenantId = tenant) => ({ tenantId, kind: 'effect', id });
  let tenant: string;
  beforeAll(() => {
    tenant = randomUUID();
  });

  test('is stored without its text, and one of another kind as it is', async () => {
    await sealed.put(key('a'), { text: 'a canary' }, { due });
    await sealed.put({ ...key('a'), kind: 'lease' }, { text: 'a canary' });
    const { value } = (await entries.get(key('a'))) ?? {};
    expect(JSON.stringify(value)).not.toContain('canary');
    expect(value).toEqual({ sealed: { k: 't', n: expect.any(String), c: expect.any(String) } });
    expect(await sealed.get(key('a'))).toEqual({ key: key('a'), value: { text: 'a canary' }, revision: 1, due });
    expect((await entries.get({ ...key('a'), kind: 'lease' }))?.value).toEqual({ text: 'a canary' });
  });
  test('is sealed anew each time', async () => {
    const stored = async () => JSON.stringify((await entries.get(key('b')))?.value);
    await sealed.put(key('b'), 'same');
    const first = await stored();
    await sealed.put(key('b'), 'same');
    expect(await stored()).not.toBe(first);
  });
  test('that an earlier version wrote in clear is read, and sealed when it is written again', async () => {
    await entries.put(key('old'), { text: 'in clear' }, { due });
    const found = await sealed.get<{ text: string }>(key('old'));
    expect(found?.value).toEqual({ text: 'in clear' });
    expect((await sealed.list(tenant, 'effect', 'old', 9)).map(({ value }) => value)).toEqual([{ text: 'in clear' }]);
    await sealed.put(key('old'), found?.value, { expected: 1 });
    expect(JSON.stringify(await entries.get(key('old')))).not.toContain('in clear');
  });
  test('does not open under another id', async () => {
    await sealed.put(key('c'), 'of c');
    await entries.put(key('d'), (await entries.get(key('c')))?.value);
    await expect(sealed.get(key('d'))).rejects.toThrow(StoreUnavailable);
    await sealed.remove(key('d'));
  });
  test('is found by a process that has no key yet', async () => {
    await sealed.put(key('e'), 'of e', { due });
    const other = new SealedEntries(entries, new StoredDataKeys(entries, wrap), every);
    expect((await other.get(key('e')))?.value).toBe('of e');
    const another = new SealedEntries(entries, new StoredDataKeys(entries, wrap), every);
    const { entries: scanned } = await another.scan(['effect'], 100);
    expect(scanned.find(({ key: { id } }) => id === 'e')?.value).toBe('of e');
  });
  test('is none any more when the key of its tenant was ended, and leaves room for others in a page', async () => {
    const [gone, left] = [randomUUID(), randomUUID()];
    const at = instant('2029-01-01');
    for (const id of ['1', '2', '3']) await sealed.put(key(id, gone), id, { due: at });
    await sealed.put(key('4', left), '4', { due });
    await keys.end(gone, [{ kind: 'tenant' }]);
    expect(await sealed.get(key('1', gone))).toBeUndefined();
    expect(await sealed.list(gone, 'effect', '', 9)).toEqual([]);
    const [first] = await sealed.due('effect', instant('2031-01-01'), 1);
    expect(first?.key.tenantId).not.toBe(gone);
  });
  test('whose key is lost is told as unavailable, never as gone', async () => {
    const lost = randomUUID();
    await sealed.put(key('a', lost), 'text');
    await entries.remove({ tenantId: lost, kind: 'data-key', id: 't' });
    const other = new SealedEntries(entries, new StoredDataKeys(entries, wrap), every);
    await expect(other.get(key('a', lost))).rejects.toThrow(StoreUnavailable);
  });
  test('keeps the order of its changes while the key of its tenant is loaded, whichever answer comes first', async () => {
    const known = randomUUID();
    await sealed.put(key('first', known), 'text');
    let pauseMs = 60;
    const get = async (asked: OperationalKey) => {
      pauseMs -= 15;
      await sleep(pauseMs);
      return entries.get(asked);
    };
    const slow = Object.assign(Object.create(entries), { get });
    const other = new SealedEntries(entries, new StoredDataKeys(slow, wrap), every);
    const [put, removed] = [key('put', known), key('removed', known)];
    await Promise.all([
      other.put(put, 1),
      other.put(removed, 1),
      other.putAll([{ key: put, value: 2, due }]),
      other.put(put, 3),
      other.remove(removed),
    ]);
    expect(await other.get(put)).toMatchObject({ value: 3, revision: 3 });
    expect(await other.get(removed)).toBeUndefined();
  });
  test('is put again after the key of its tenant could not be loaded', async () => {
    const known = randomUUID();
    await sealed.put(key('first', known), 'text');
    let isAway = true;
    const get = (asked: OperationalKey) => (isAway ? Promise.reject(new StoreUnavailable('away')) : entries.get(asked));
    const awayKeys = new StoredDataKeys(Object.assign(Object.create(entries), { get }), wrap);
    const other = new SealedEntries(entries, awayKeys, every);
    const failed = Promise.allSettled([other.put(key('a', known), 1), other.put(key('a', known), 2)]);
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAway = false;
    expect(await other.put(key('a', known), 3)).toBe(true);
  });
  test('waits for nothing while the key of its tenant is in memory', () => {
    let put = 0;
    const counting = Object.assign(Object.create(entries), { put: () => Promise.resolve(Boolean(++put)) });
    void new SealedEntries(counting, keys, every).put(key('a'), 'text');
    expect(put).toBe(1);
  });
});

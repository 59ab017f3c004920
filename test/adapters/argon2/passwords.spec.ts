import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { Argon2Passwords, hashesAtOnce } from '../../../src/adapters/argon2/argon2-passwords.js';
import { Rejection } from '../../../src/kernel/rejection.js';
import { NO_TENANT } from '../../../src/kernel/stream.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { TENANT } from '../../support/given/given.js';
import { threadsOf } from '../../support/processes/linux-processes.js';

const WHOM = { tenantId: TENANT, client: '192.0.2.1' };

const passwords = new Argon2Passwords();
afterAll(() => passwords.close());

describe('passwords', () => {
  test('are kept as Argon2id of 19 MiB, two passes', async () =>
    expect(await passwords.hash(WHOM, 'a quiet green river')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/));
  test('are told apart to the last letter, each hash with its own salt', async () => {
    const hash = await passwords.hash(WHOM, 'a quiet green river');
    expect(await passwords.hash(WHOM, 'a quiet green river')).not.toBe(hash);
    expect(await passwords.verify(WHOM, hash, 'a quiet green river')).toBe(true);
    expect(await passwords.verify(WHOM, hash, 'a quiet green rive')).toBe(false);
    expect(await passwords.verify(WHOM, hash, '')).toBe(false);
  });
  test('are the same however the letters were typed', async () =>
    expect(await passwords.verify(WHOM, await passwords.hash(WHOM, 'Gr\u00fcn'), 'Gru\u0308n')).toBe(true));
  test('are refused where the hash to compare with is none', async () =>
    expect(passwords.verify(WHOM, 'no hash', 'a quiet green river')).rejects.toThrow());
  test('of an unknown user are never right', async () => {
    expect(await passwords.verify(WHOM, undefined, 'no user has this password')).toBe(false);
    expect(await passwords.verify(WHOM, undefined, '')).toBe(false);
  });
});

describe('closed passwords', () => {
  test('end what is hashed, and begin nothing', async () => {
    const closing = new Argon2Passwords();
    const hashed = closing.hash(WHOM, 'a quiet green river');
    hashed.catch(() => undefined);
    await nextTurn();
    await closing.close();
    await expect(hashed).rejects.toThrow(StoreUnavailable);
    await expect(hashed).rejects.toThrow('could not be hashed');
    await expect(closing.hash(WHOM, 'a quiet green river')).rejects.toThrow(StoreUnavailable);
  });

  test.skipIf(process.platform !== 'linux')('leave no thread', async () => {
    const before = threadsOf(process.pid).length;
    const closing = new Argon2Passwords();
    await closing.hash(WHOM, 'a quiet green river');
    expect(threadsOf(process.pid).length).toBe(before + 1);
    await closing.close();
    await expect.poll(() => threadsOf(process.pid).length).toBe(before);
  });
});

describe('too many at once', () => {
  const refusedOf = async (asked: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(asked)).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));

  test.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [64, 2],
  ])('with %d processors %d are hashed, so that the event loop keeps one', (processors, atOnce) =>
    expect(hashesAtOnce(processors)).toBe(atOnce),
  );

  test('wait, one at work where there is one place', async () => {
    const narrow = new Argon2Passwords(1);
    const refused = await refusedOf(Array.from({ length: 66 }, () => narrow.verify(WHOM, undefined, 'x')));
    expect(refused).toHaveLength(66 - 1 - 64);
    await narrow.close();
  });

  test('wait, two at work, and more than the tenant may have waiting are refused with a time to come back', async () => {
    const asked = Array.from({ length: 70 }, () => passwords.verify(WHOM, undefined, 'x'));
    const refused = await refusedOf(asked);
    expect(refused).toHaveLength(70 - 2 - 64);
    expect(refused[0]).toBeInstanceOf(Rejection);
    expect(refused[0]).toMatchObject({ code: 'errors.rate_limited', details: { retry_after: expect.any(Number) } });
    expect(await passwords.verify(WHOM, undefined, 'x'), 'and then there is room again').toBe(false);
  });

  test('of one client neither refuse nor delay those of another one of the tenant', async () => {
    const narrow = new Argon2Passwords(1);
    const order: string[] = [];
    const verify = (client: string) =>
      narrow.verify({ ...WHOM, client }, undefined, 'x').then(() => order.push(client));
    const crowd = refusedOf(Array.from({ length: 65 }, () => verify('192.0.2.1')));
    await Promise.all([verify('192.0.2.2'), verify('192.0.2.3')]);
    expect(order).toEqual(['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3']);
    expect(await crowd).toHaveLength(2);
    await narrow.close();
  });

  test('of one tenant neither refuse nor delay those of another', async () => {
    const narrow = new Argon2Passwords(1);
    const order: string[] = [];
    const verify = (tenantId: string) =>
      narrow.verify({ ...WHOM, tenantId }, undefined, 'x').then(() => order.push(tenantId));
    const crowd = Array.from({ length: 65 }, () => verify(TENANT));
    await Promise.all([verify('other'), verify(NO_TENANT)]);
    expect(order).toEqual([TENANT, 'other', NO_TENANT]);
    expect(await refusedOf(crowd)).toEqual([]);
    await narrow.close();
  });
});

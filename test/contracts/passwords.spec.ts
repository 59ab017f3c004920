import { describe, expect, test } from 'vitest';
import { Argon2Passwords } from '../../src/adapters/argon2/argon2-passwords.js';
import { Semaphore } from '../../src/adapters/argon2/semaphore.js';
import { Rejection } from '../../src/kernel/rejection.js';

const passwords = new Argon2Passwords();

describe('passwords', () => {
  test('are kept as Argon2id of 19 MiB, two passes', async () =>
    expect(await passwords.hash('a quiet green river')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/));
  test('are told apart to the last letter, each hash with its own salt', async () => {
    const hash = await passwords.hash('a quiet green river');
    expect(await passwords.hash('a quiet green river')).not.toBe(hash);
    expect(await passwords.verify(hash, 'a quiet green river')).toBe(true);
    expect(await passwords.verify(hash, 'a quiet green rive')).toBe(false);
    expect(await passwords.verify(hash, '')).toBe(false);
  });
  test('are the same however the letters were typed', async () =>
    expect(await passwords.verify(await passwords.hash('Gr\u00fcn'), 'Gru\u0308n')).toBe(true));
  test('of nobody are never right', async () => {
    expect(await passwords.verify(undefined, 'nobody has this password')).toBe(false);
    expect(await passwords.verify(undefined, '')).toBe(false);
  });
});

describe('too many at once', () => {
  test('wait in order, two inside, and beyond the queue are turned away with a time to come back', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 70 }, () => passwords.verify(undefined, 'x')));
    const refused = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toHaveLength(70 - 2 - 64);
    expect(refused[0]).toBeInstanceOf(Rejection);
    expect(refused[0]).toMatchObject({ code: 'errors.rate_limited', details: { retry_after: expect.any(Number) } });
    expect(await passwords.verify(undefined, 'x'), 'and then there is room again').toBe(false);
  });

  test('a work that fails gives its place away all the same', async () => {
    const semaphore = new Semaphore(1, 1, () => new Error('full'));
    const fail = () => semaphore.pass(() => Promise.reject(new Error('broken')));
    const waited = await Promise.allSettled([fail(), fail(), fail()]);
    expect(waited.map((each) => (each.status === 'rejected' ? (each.reason as Error).message : ''))).toEqual([
      'broken',
      'broken',
      'full',
    ]);
    expect(await semaphore.pass(async () => 'in')).toBe('in');
  });
});

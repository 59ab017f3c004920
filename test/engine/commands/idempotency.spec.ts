import { describe, expect, test } from 'vitest';
import { fileSecrets } from '../../../src/adapters/file-keys/file-secrets.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { Idempotency } from '../../../src/engine/commands/idempotency.js';
import { HOUR, instant, plus } from '../../../src/kernel/instant.js';
import { Rejection } from '../../../src/kernel/rejection.js';
import { TENANT } from '../../support/given/given.js';

const key = { tenantId: TENANT, kind: 'idempotency', id: 'k' };
const answer = { status: 201, headers: { location: '/x' }, body: '{}' };
const secrets = fileSecrets(':memory:', undefined);
const setting = () => {
  const operations = new SqliteOperationalStore(':memory:');
  let now = instant('2030-01-01');
  const clock = { now: () => now, monotonic: () => 0 };
  return {
    operations,
    process: (owner: string, alone = true) => new Idempotency(operations, clock, owner, alone, 24, secrets, 10),
    pass: (ms: number) => {
      now = plus(now, ms);
    },
  };
};
const started = async (idempotency: Idempotency, body = 'b') => {
  const begun = await idempotency.begin(key, body);
  if ('answer' in begun) throw new Error('already answered');
  return begun.running;
};
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error) => (error as Rejection).code,
  );

describe('an idempotency key', () => {
  test('gives the first answer again', async () => {
    const { process } = setting();
    const one = process('one');
    await one.finish(await started(one), answer);
    expect(await one.begin(key, 'b')).toEqual({ answer });
    expect(await process('two').begin(key, 'b')).toEqual({ answer });
  });
  test('keeps the answer sealed: it may hold a link that lets somebody in', async () => {
    const { process, operations } = setting();
    const one = process('one');
    await one.finish(await started(one), { ...answer, body: '{"url":"https://a.example/c#auth_key=secret"}' });
    expect(JSON.stringify(await operations.get(key))).not.toContain('auth_key');
    expect(await one.begin(key, 'b')).toMatchObject({ answer: { body: expect.stringContaining('auth_key=secret') } });
  });
  test('is taken anew where the log lost the events of the answer, and its events are looked for', async () => {
    const { operations, process } = setting();
    const newestPlace = { id: 'e', stream: 's', version: 1, position: 7 };
    const clock = { now: () => instant('2030-01-01'), monotonic: () => 0 };
    const on = (found: typeof newestPlace | undefined) =>
      new Idempotency(operations, clock, 'one', true, 24, secrets, 10, { newestPlace, find: async () => found });
    const first = on(newestPlace);
    await first.finish(await started(first), answer);
    expect(await on(newestPlace).begin(key, 'b')).toEqual({ answer });
    const putBack = on(undefined);
    expect(await started(putBack)).toMatchObject({ again: true, done: false });
    expect(putBack.lost).toBe(1);
    expect(await started(process('two'))).toMatchObject({ again: true, done: false });
  });
  test('is claimed without a read where it is new and the store is a server', async () => {
    const { process, operations } = setting();
    let reads = 0;
    const get = operations.get.bind(operations);
    operations.get = (asked) => {
      reads++;
      return get(asked);
    };
    const one = process('one', false);
    await one.finish(await started(one), answer);
    expect(reads).toBe(0);
    expect(await one.begin(key, 'b')).toEqual({ answer });
    expect(reads).toBe(1);
  });
  test('is refused for another body', async () => {
    const { process } = setting();
    const one = process('one');
    await one.finish(await started(one), answer);
    expect(await code(one.begin(key, 'other'))).toBe('errors.idempotency.body_differs');
  });
  test('is refused while the first request runs', async () => {
    const { process } = setting();
    const one = process('one');
    await started(one);
    expect(await code(one.begin(key, 'b'))).toBe('errors.idempotency.in_progress');
    const [a, b] = await Promise.allSettled([
      process('two').begin({ ...key, id: 'x' }, 'b'),
      process('two').begin({ ...key, id: 'x' }, 'b'),
    ]);
    expect([a.status, b.status].sort()).toEqual(['fulfilled', 'rejected']);
  });
  test('a refused request is not remembered', async () => {
    const { process } = setting();
    const one = process('one');
    await one.forget(await started(one));
    expect((await started(one, 'other')).again).toBe(false);
  });
  test('after a crash the same moment is its beginning, and it is said that it may have run', async () => {
    const { process, pass } = setting();
    const first = await started(process('dead'));
    pass(5_000);
    const again = await started(process('alive'));
    expect(again).toMatchObject({ again: true, startedAt: first.startedAt });
  });
  test('among several processes a dead one’s is taken over when its lease is over', async () => {
    const { process, pass, operations } = setting();
    const { record } = await started(process('dead', false));
    // Whoever is dead says nothing any more.
    await operations.put(key, record, { due: plus(record.startedAt, HOUR) });
    expect(await code(process('alive', false).begin(key, 'b'))).toBe('errors.idempotency.in_progress');
    pass(11_000);
    expect((await started(process('alive', false))).again).toBe(true);
  });
  test('among several processes that of a slow one is its own as long as it lives', async () => {
    const { process, pass, operations } = setting();
    const slow = process('slow', false);
    const running = await started(slow);
    for (let revision = 2; revision < 6; revision++) {
      pass(5_500);
      await expect.poll(async () => (await operations.get(key))?.revision).toBe(revision);
      expect(await code(process('other', false).begin(key, 'b'))).toBe('errors.idempotency.in_progress');
    }
    await slow.finish(running, answer);
    pass(5_500);
    expect(await process('other', false).begin(key, 'b')).toEqual({ answer });
  });
  test('is forgotten after a day', async () => {
    const { process, pass } = setting();
    const one = process('one');
    await one.finish(await started(one), answer);
    pass(24 * HOUR + 1);
    expect((await started(one, 'other')).again).toBe(false);
  });
});

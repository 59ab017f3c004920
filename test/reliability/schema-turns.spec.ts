import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { type AjvValidator, ajvValidator } from '../../src/adapters/ajv/ajv-validator.js';
import type { ValidationResult } from '../../src/ports/process/schema-validator.js';
import { StoreUnavailable } from '../../src/ports/stores/event-store.js';
import { bomb } from '../fixtures/schema-bomb.js';
import { TENANT } from '../support/given/given.js';
import { launcher } from '../support/processes/launcher.js';
import { descendantsOf, startedHere, startedSince } from '../support/processes/linux-processes.js';

const isLinux = process.platform === 'linux';

const validate = ajvValidator(launcher, { validateMs: 300 });
afterAll(() => validate.close());

const TOO_SLOW: ValidationResult = { ok: false, slow: true, fieldErrors: [{ path: '', keyword: 'too_slow' }] };

describe('many slow ones', () => {
  test('a schema known to be quick need not wait behind slow ones of another tenant', async () => {
    const quick = () => validate.validate('other', { title: 'quick' }, {});
    await quick();
    const order: unknown[] = [];
    const done = (verdict: ValidationResult) => order.push(verdict);
    const slow = [1, 2, 3].map((n) => validate.validate(TENANT, bomb(24, n), { a: 5 }).then(done));
    await Promise.all([...slow, quick().then(done)]);
    expect(order).toContainEqual({ ok: true });
    expect(order.slice(2)).toEqual([TOO_SLOW, TOO_SLOW]);
  });

  /** How many slow jobs of other tenants, which run one at a time, end before a job of a quick schema. */
  async function slowBefore(pool: AjvValidator, quick: () => Promise<ValidationResult>): Promise<number> {
    const order: string[] = [];
    const slow = ['one', 'two', 'three', 'four'].map((tenantId) =>
      pool.validate(tenantId, bomb(24, 1), { a: 5 }).then(() => order.push('slow')),
    );
    await Promise.all([...slow, quick().then(() => order.push('quick'))]);
    return order.indexOf('quick');
  }

  test.skipIf(!isLinux)('a schema is known to be quick, however long others use the processors', async () => {
    const pool = ajvValidator(launcher, { validateMs: 300 });
    const quick = (title: string) => pool.validate('other', { title }, {});
    const before = new Set(descendantsOf(process.pid).map(({ pid }) => pid));
    await quick('first');
    const started = descendantsOf(process.pid).filter(({ pid }) => !before.has(pid));
    for (const { pid } of started) process.kill(pid, 'SIGSTOP');
    const held = quick('held');
    await sleep(400);
    for (const { pid } of started) process.kill(pid, 'SIGCONT');
    expect(await held).toEqual({ ok: true });
    expect(await slowBefore(pool, () => quick('held'))).toBeLessThan(2);
    await pool.close();
  });

  test.skipIf(!isLinux)('a process that got no processor says nothing of the schemas of its tenant', async () => {
    const pool = ajvValidator(launcher, { validateMs: 300, children: 2, waitingSlow: 2 });
    const quick = (title: string) => pool.validate('other', { title }, {});
    const before = new Set(descendantsOf(process.pid).map(({ pid }) => pid));
    for (const title of ['held', 'next']) await quick(title);
    const started = descendantsOf(process.pid).filter(({ pid }) => !before.has(pid));
    expect(started).toHaveLength(1);
    for (const { pid } of started) process.kill(pid, 'SIGSTOP');
    const held = quick('held');
    const waiting = Promise.all(Array.from({ length: 5 }, () => quick('held')));
    await expect(held).rejects.toThrow(StoreUnavailable);
    expect(await waiting).toEqual(Array(5).fill({ ok: true }));
    expect(await slowBefore(pool, () => quick('next'))).toBeLessThan(2);
    await pool.close();
  });

  test('slow values of one tenant do not make the equal schema of another slow', async () => {
    const pool = ajvValidator(launcher, { validateMs: 300, children: 2 });
    const judge = (tenantId: string, value: object) => pool.validate(tenantId, bomb(24, 2), value);
    // The first job of a new process takes long, as it compiles; the last is quick on any machine.
    for (const tenantId of ['other', TENANT, 'other']) await judge(tenantId, {});
    expect(await judge(TENANT, { a: 5 })).toEqual(TOO_SLOW);
    expect(await slowBefore(pool, () => judge('other', {}))).toBeLessThan(2);
    await pool.close();
  });

  test('values that are quick first and slow then hold up no other tenant', async () => {
    const short = ajvValidator(launcher, { validateMs: 300 });
    const order: string[] = [];
    const [slow, quick] = [{ a: 5 }, {}];
    const judge = async (tenantId: string, n: number, value: object) => {
      await short.validate(tenantId, bomb(24, n), value);
      order.push(`${tenantId} ${value === slow ? 'slow' : 'quick'}`);
    };
    const tenants = ['one', 'two'];
    const schemas = [1, 2, 3, 4];
    await Promise.all([...tenants, 'other'].flatMap((tenantId) => schemas.map((n) => judge(tenantId, n, quick))));
    await Promise.all(tenants.map((tenantId) => judge(tenantId, 1, slow)));
    // The first may compile, which takes long on a busy machine; the last is quick on any machine.
    for (let n = 0; n < 3; n++) await judge('other', 2, quick);
    order.length = 0;
    const attack = tenants.flatMap((tenantId) => schemas.map((n) => judge(tenantId, n, slow)));
    for (let n = 0; n < 5; n++) await judge('other', 2, quick);
    expect(order.filter((each) => each.endsWith('slow')).length).toBeLessThan(3);
    await Promise.all(attack);
    await short.close();
  });
  test.skipIf(!isLinux)(
    'a schema known to be quick need not wait for the process in the place of an ended one',
    async () => {
      const short = ajvValidator(launcher, { validateMs: 300, charsPerMs: 1 });
      const quick = () => short.validate('other', { title: 'quick' }, {});
      const slow = (n: number) => short.validate(TENANT, bomb(24, n), { a: 5 });
      const others = startedHere();
      await quick();
      const [ended = 0] = startedSince(others);
      // The second process is ready once it has validated beside the first, which has time for its long value.
      process.kill(ended, 'SIGSTOP');
      const held = short.validate('third', { title: 'held' }, 'x'.repeat(9_000));
      await quick();
      process.kill(ended, 'SIGCONT');
      expect(await held).toEqual({ ok: true });
      const earlier = startedHere();
      const [first, ...later] = [1, 2, 3].map(slow);
      process.kill(ended, 'SIGKILL');
      expect(await first).toEqual(TOO_SLOW);
      const news = () => startedSince(earlier);
      await expect.poll(news).toHaveLength(1);
      const started = news();
      for (const pid of started) process.kill(pid, 'SIGSTOP');
      const judged = quick();
      expect(await Promise.race([judged, ...later, sleep(2_000)])).toEqual({ ok: true });
      for (const pid of started) process.kill(pid, 'SIGCONT');
      expect(await Promise.all(later)).toEqual([TOO_SLOW, TOO_SLOW]);
      await short.close();
    },
  );
  test('schemas take turns: many jobs of one do not put off the first of another', async () => {
    const fair = ajvValidator(launcher, { children: 1 });
    const order: string[] = [];
    const done = (name: string) => () => order.push(name);
    await Promise.all([
      ...[1, 2, 3, 4, 5].map(() => fair.validate(TENANT, { title: 'many' }, {}).then(done('many'))),
      fair.validate(TENANT, { title: 'one' }, {}).then(done('one')),
    ]);
    expect(order.indexOf('one')).toBeLessThan(3);
    await fair.close();
  });
  test('tenants take turns: many schemas of one do not put off the first of another', async () => {
    const fair = ajvValidator(launcher, { children: 1 });
    const order: string[] = [];
    const validated = (tenantId: string, title: string) =>
      fair.validate(tenantId, { title }, {}).then(() => order.push(tenantId));
    const many = Array.from({ length: 20 }, (_, n) => validated(TENANT, `${n}`));
    await Promise.all([...many, validated('other', 'one')]);
    expect(order.indexOf('other')).toBeLessThan(3);
    await fair.close();
  });
  test('slow ones of one tenant, whatever their number, leave another tenant its turn', async () => {
    const short = ajvValidator(launcher, { validateMs: 300, waiting: { total: 12, perTenant: 12 } });
    const order: unknown[] = [];
    const attack = Array.from({ length: 12 }, (_, n) =>
      short.validate(TENANT, bomb(24, n), { a: 5 }).then(
        () => order.push('slow'),
        (error) => error,
      ),
    );
    await Promise.all([...attack, short.validate('other', {}, {}).then((result) => order.push(result))]);
    expect(order.slice(0, 3)).toContainEqual({ ok: true });
    expect((await Promise.all(attack)).filter((each) => each instanceof StoreUnavailable)).toHaveLength(1);
    await short.close();
  });
  test('what nobody waits for leaves a process to what somebody waits for', async () => {
    const fair = ajvValidator(launcher, { children: 2, validateMs: 1_000 });
    for (const n of [1, 2]) expect(await fair.validateSchema(TENANT, { title: `${n}` })).toEqual({ ok: true });
    const order: string[] = [];
    const validated = (n: number, priority: 'interactive' | 'background') =>
      fair.validate(TENANT, { title: `${n}` }, {}, priority).then(() => order.push(priority));
    const backlog = Array.from({ length: 20 }, (_, i) => validated((i % 2) + 1, 'background'));
    await Promise.all([...backlog, validated(1, 'interactive')]);
    expect(order.indexOf('interactive')).toBeLessThan(3);
    await fair.close();
  });
  test('a slow schema fills its own queue and not everybody’s', async () => {
    const short = ajvValidator(launcher, { validateMs: 200, waitingSlow: 2 });
    expect(await short.validate(TENANT, bomb(24), { a: 5 })).toEqual(TOO_SLOW);
    const answers = await Promise.allSettled(
      Array.from({ length: 5 }, () => short.validate(TENANT, bomb(24), { a: 5 })),
    );
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(2);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(StoreUnavailable);
    expect(await short.validate(TENANT, {}, {})).toEqual({ ok: true });
    await short.close();
  });
  test('when too much waits, more is refused as unavailable', async () => {
    const narrow = ajvValidator(launcher, { waiting: { total: 3, perTenant: 3 } });
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => narrow.validate(TENANT, {}, {})));
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(3);
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(StoreUnavailable);
    await narrow.close();
  });
});

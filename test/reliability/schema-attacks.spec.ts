import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { ajvValidator } from '../../src/adapters/ajv/ajv-validator.js';
import { StoreUnavailable } from '../../src/ports/event-store.js';
import type { ValidationResult } from '../../src/ports/schema-validator.js';
import { TENANT } from '../support/given.js';
import { childrenOf } from '../support/linux-processes.js';

const isLinux = process.platform === 'linux';

const validate = ajvValidator();
afterAll(() => validate.close());

const TOO_SLOW: ValidationResult = { ok: false, slow: true, fieldErrors: [{ path: '', keyword: 'too_slow' }] };
const keywords = (verdict: ValidationResult) => (verdict.ok ? [] : verdict.fieldErrors.map(({ keyword }) => keyword));

/** What was answered, after how long, and for how much of that this thread could do nothing else. */
async function watched<T>(work: () => Promise<T>) {
  const before = performance.eventLoopUtilization();
  const start = performance.now();
  const answer = await work();
  return { answer, ms: performance.now() - start, busyMs: performance.eventLoopUtilization(before).active };
}

/** Small to write, 2^levels steps to judge wrong. `n` makes it another schema. */
function bomb(levels: number, n = 0) {
  const twins = (i: number) => ({ anyOf: [{ $ref: `#/$defs/d${i}` }, { $ref: `#/$defs/d${i}` }] });
  const $defs = Object.fromEntries(Array.from({ length: levels }, (_, i) => [`d${i + 1}`, twins(i)]));
  return {
    properties: { a: { $ref: `#/$defs/d${levels}` } },
    $defs: { d0: { type: 'string' }, ...$defs },
    title: `${n}`,
  };
}

const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = {};
  for (let i = 1; i < depth; i++) value = wrap(value);
  return value;
};
const nots = (depth: number) => nested(depth, (not) => ({ not }));

describe('schemas that explode', () => {
  test('an exponential one is ended in time, and nobody else notices', async () => {
    expect(await validate.validateSchema(TENANT, bomb(22))).toEqual({ ok: true });
    const { answer, ms, busyMs } = await watched(() => validate.validate(TENANT, bomb(22), { a: 5 }));
    expect(answer).toEqual(TOO_SLOW);
    expect(ms).toBeLessThan(6_000);
    expect(busyMs).toBeLessThan(100);
    expect(await validate.validate(TENANT, { type: 'object' }, {})).toEqual({ ok: true });
  });
  test('one that explodes on {} already is refused on save', async () =>
    expect(await validate.validateSchema(TENANT, { ...bomb(22), $ref: '#/$defs/d22' })).toEqual(TOO_SLOW));

  test('patterns that take too long to compile are ended in time', async () => {
    const hasty = ajvValidator({ compileMs: 400 });
    const pattern = (_: unknown, i: number) => [`p${i}`, { pattern: `(a{999}|b{999})${i}` }];
    const properties = Object.fromEntries(Array.from({ length: 1_500 }, pattern));
    expect(await hasty.validateSchema(TENANT, { properties })).toEqual(TOO_SLOW);
    expect(await hasty.validateSchema(TENANT, {})).toEqual({ ok: true });
    await hasty.close();
  });

  test('running out of memory ends the judgement and not the service', async () => {
    const small = ajvValidator({ memoryMiB: 48, validateMs: 20_000 });
    const everyItem = { items: { allOf: Array.from({ length: 200 }, () => ({ type: 'string' })) } };
    expect(
      await small.validate(
        TENANT,
        everyItem,
        Array.from({ length: 100_000 }, () => 1),
      ),
    ).toEqual(TOO_SLOW);
    expect(
      await small.validate(
        TENANT,
        {},
        Array.from({ length: 2_000_000 }, () => []),
      ),
    ).toEqual(TOO_SLOW);
    expect(await small.validate(TENANT, {}, {})).toEqual({ ok: true });
    await small.close();
  });
});

describe('schemas that take much memory', () => {
  test('many broad ones, one after the other, leave room for the next', async () => {
    const small = ajvValidator({ children: 1, memoryMiB: 40, compileMs: 10_000 });
    const broad = (n: number) =>
      Object.fromEntries(Array.from({ length: 2_500 }, (_, i) => [`p${n}_${i}`, { not: {} }]));
    for (let n = 0; n < 18; n++)
      expect(await small.validateSchema(TENANT, { properties: broad(n) })).toEqual({ ok: true });
    await small.close();
  });
});

describe('schemas and data of great depth and size', () => {
  test.each([33, 1_000, 20_000])('a schema %i deep is refused at once', async (depth) => {
    const { answer, busyMs } = await watched(() => validate.validateSchema(TENANT, nots(depth)));
    expect(keywords(answer)).toEqual(['too_deep']);
    expect(busyMs).toBeLessThan(100);
  });
  test('32 deep is taken, and too deep is told where', async () => {
    expect(await validate.validateSchema(TENANT, nots(32))).toEqual({ ok: true });
    const verdict = await validate.validateSchema(TENANT, { const: nested(32, (inner) => [inner]) });
    expect(verdict.ok || verdict.fieldErrors[0]?.path).toBe(`const${'.0'.repeat(31)}`);
  });
  test('a schema of 64 KiB of compact JSON is taken, one byte more is not', async () => {
    const title = 'ä'.repeat((65_536 - '{"title":""}'.length) / 2);
    expect(Buffer.byteLength(JSON.stringify({ title }))).toBe(65_536);
    expect(await validate.validateSchema(TENANT, { title })).toEqual({ ok: true });
    expect(keywords(await validate.validateSchema(TENANT, { title: `${title}a` }))).toEqual(['too_large']);
  });
  test('as many properties as fit are taken', async () => {
    const patient = ajvValidator({ compileMs: 10_000 });
    const properties = Object.fromEntries(Array.from({ length: 3_500 }, (_, i) => [`p${i}`, { not: {} }]));
    expect(await patient.validateSchema(TENANT, { properties })).toEqual({ ok: true });
    expect(keywords(await patient.validate(TENANT, { properties }, { p3499: 1 }))).toEqual(['not']);
    await patient.close();
  });
  test.each([1_000, 100_000])('data %i deep get a verdict', async (depth) => {
    const tree = { properties: { a: { $ref: '#' } }, additionalProperties: false };
    const deep = nested(depth, (a) => ({ a }));
    const { answer, busyMs } = await watched(() => validate.validate(TENANT, tree, deep));
    expect(answer.ok || keywords(answer)[0] === 'too_complex').toBe(true);
    expect(busyMs).toBeLessThan(200);
  });
  test('four million characters are judged away from the main thread', async () => {
    const value = { list: Array.from({ length: 400_000 }, (_, i) => `item ${i % 10}`) };
    const schema = { properties: { list: { items: { type: 'string', pattern: '^item \\d$' } } } };
    const { answer, busyMs } = await watched(() => validate.validate(TENANT, schema, value));
    expect(answer).toEqual({ ok: true });
    expect(busyMs).toBeLessThan(500);
  });
});

describe('regular expressions', () => {
  test.each(['^(a|a)*$', '^(a+)+$', '^(a|aa)+$', '(.*)*x$', '^([a-z]*)*$'])(
    'no pattern takes more than linear time: %s',
    async (pattern) => {
      const { answer, ms } = await watched(() => validate.validate(TENANT, { pattern }, `${'a'.repeat(100_000)}!`));
      expect(keywords(answer)).toEqual(['pattern']);
      expect(ms).toBeLessThan(1_000);
    },
  );
});

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
  test('values that are quick first and slow then hold up no other tenant', async () => {
    const short = ajvValidator({ validateMs: 300 });
    const order: string[] = [];
    const [slow, quick] = [{ a: 5 }, { a: 'text' }];
    const judge = async (tenantId: string, n: number, value: object) => {
      await short.validate(tenantId, bomb(24, n), value);
      order.push(`${tenantId} ${value === slow ? 'slow' : 'quick'}`);
    };
    const tenants = ['one', 'two'];
    const schemas = [1, 2, 3, 4];
    await Promise.all([...tenants, 'other'].flatMap((tenantId) => schemas.map((n) => judge(tenantId, n, quick))));
    await Promise.all(tenants.map((tenantId) => judge(tenantId, 1, slow)));
    await judge('other', 3, quick);
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
      const short = ajvValidator({ validateMs: 50 });
      const quick = () => short.validate('other', { title: 'quick' }, {});
      const slow = (n: number) => short.validate(TENANT, bomb(24, n), { a: 5 });
      await quick();
      await Promise.all([slow(0), quick()]);
      const earlier = new Set(childrenOf(process.pid).map(({ pid }) => pid));
      const [first, ...later] = [1, 2, 3].map(slow);
      expect(await first).toEqual(TOO_SLOW);
      const started = childrenOf(process.pid).filter(({ pid }) => !earlier.has(pid));
      expect(started).toHaveLength(1);
      for (const { pid } of started) process.kill(pid, 'SIGSTOP');
      const judged = quick();
      expect(await Promise.race([judged, sleep(2_000)])).toEqual({ ok: true });
      for (const { pid } of started) process.kill(pid, 'SIGCONT');
      expect(await Promise.all(later)).toEqual([TOO_SLOW, TOO_SLOW]);
      await short.close();
    },
  );
  test('schemas take turns: many jobs of one do not put off the first of another', async () => {
    const fair = ajvValidator({ children: 1 });
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
    const fair = ajvValidator({ children: 1 });
    const order: string[] = [];
    const validated = (tenantId: string, title: string) =>
      fair.validate(tenantId, { title }, {}).then(() => order.push(tenantId));
    const many = Array.from({ length: 20 }, (_, n) => validated(TENANT, `${n}`));
    await Promise.all([...many, validated('other', 'one')]);
    expect(order.indexOf('other')).toBeLessThan(3);
    await fair.close();
  });
  test('slow ones of one tenant, whatever their number, leave another tenant its turn', async () => {
    const short = ajvValidator({ validateMs: 300, waiting: { total: 12, perTenant: 12 } });
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
    const fair = ajvValidator({ children: 2, validateMs: 1_000 });
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
    const short = ajvValidator({ validateMs: 200, waitingSlow: 2 });
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
    const narrow = ajvValidator({ waiting: { total: 3, perTenant: 3 } });
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => narrow.validate(TENANT, {}, {})));
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(3);
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(StoreUnavailable);
    await narrow.close();
  });
});

describe('when the service dies', () => {
  test('a process that judges does not outlive the service, however busy', async () => {
    const child = new URL('../../src/adapters/ajv/validator-child.ts', import.meta.url).pathname;
    const job = { kind: 'value', digest: 'd', schema: JSON.stringify(bomb(60)), value: '{"a": 5}' };
    const service = `
      const child = require('node:child_process').fork(${JSON.stringify(child)});
      child.on('message', (told) => told === 'ready' ? child.send(${JSON.stringify(job)}) : console.log(told));`;
    const parent = spawn(process.execPath, ['-e', service], { stdio: ['ignore', 'pipe', 'ignore'] });
    let told = '';
    parent.stdout.on('data', (chunk) => {
      told += chunk;
    });
    await vi.waitFor(() => expect(told).toContain('compiled'), 10_000);
    parent.kill('SIGKILL');
    // Both write to this pipe: it closes when both are gone.
    await once(parent.stdout, 'close');
  });
});

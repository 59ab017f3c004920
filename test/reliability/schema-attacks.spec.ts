import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { ajvValidator } from '../../src/adapters/ajv/ajv-validator.js';
import type { ValidationResult } from '../../src/ports/process/schema-validator.js';
import { bomb } from '../fixtures/schema-bomb.js';
import { TENANT } from '../support/given/given.js';
import { collectGarbage } from '../support/processes/collect-garbage.js';
import { launcher } from '../support/processes/launcher.js';
import { waitedMs } from '../support/processes/linux-processes.js';

const validate = ajvValidator(launcher);
afterAll(() => validate.close());

const validatorChild = new URL('../../src/adapters/ajv/validator-child.ts', import.meta.url).pathname;
const TOO_SLOW: ValidationResult = { ok: false, slow: true, fieldErrors: [{ path: '', keyword: 'too_slow' }] };
const keywords = (verdict: ValidationResult) => (verdict.ok ? [] : verdict.fieldErrors.map(({ keyword }) => keyword));

/**
 * What was answered, after how long, and for how much of that this thread could do nothing else. Where other processes
 * had the processors, or earlier tests left garbage, that does not count.
 */
async function watched<T>(work: () => Promise<T>) {
  collectGarbage();
  const waited = waitedMs(process.pid);
  const before = performance.eventLoopUtilization();
  const start = performance.now();
  const answer = await work();
  const ms = performance.now() - start;
  const { active } = performance.eventLoopUtilization(before);
  return { answer, ms, busyMs: active - (waitedMs(process.pid) - waited) };
}

const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = {};
  for (let i = 1; i < depth; i++) value = wrap(value);
  return value;
};
const nots = (depth: number) => nested(depth, (not) => ({ not }));
/** As deep, within the bytes of a schema. */
const lists = (depth: number) => ({ const: nested(depth - 1, (inner) => [inner]) });

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
    const hasty = ajvValidator(launcher, { compileMs: 400 });
    const pattern = (_: unknown, i: number) => [`p${i}`, { pattern: `(a{999}|b{999})${i}` }];
    const properties = Object.fromEntries(Array.from({ length: 1_500 }, pattern));
    expect(await hasty.validateSchema(TENANT, { properties })).toEqual(TOO_SLOW);
    expect(await hasty.validateSchema(TENANT, {})).toEqual({ ok: true });
    await hasty.close();
  });

  test('running out of memory ends the judgement and not the service', async () => {
    const small = ajvValidator(launcher, { memoryMiB: 48, validateMs: 20_000 });
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
    // One that is kept takes 2.6 MiB. While it is compiled it takes many times that, for which 40 MiB were too few at times.
    const small = ajvValidator(launcher, { children: 1, memoryMiB: 64, compileMs: 10_000 });
    const broad = (n: number) =>
      Object.fromEntries(Array.from({ length: 2_500 }, (_, i) => [`p${n}_${i}`, { not: {} }]));
    for (let n = 0; n < 30; n++)
      expect(await small.validateSchema(TENANT, { properties: broad(n) })).toEqual({ ok: true });
    await small.close();
  });
  /** A process that validates, and the MiB that its last garbage collection kept. */
  function traced() {
    const folder = mkdtempSync(join(tmpdir(), 'tidings-trace-'));
    const trace = openSync(join(folder, 'trace'), 'w+');
    const child = fork(validatorChild, ['256'], {
      // It has more memory than it is told, so that it lives until it is interrupted.
      execArgv: ['--max-old-space-size=2048', '--expose-gc', '--trace-gc'],
      serialization: 'advanced',
      stdio: ['ignore', trace, 'ignore', 'ipc'],
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
      closeSync(trace);
      rmSync(folder, { recursive: true });
    });
    const keptMiB = () =>
      Number(
        readFileSync(join(folder, 'trace'), 'utf8')
          .match(/Mark-Compact.* -> ([\d.]+)/g)
          ?.at(-1)
          ?.split('> ')[1],
      );
    const keptAtEnd = async (levels: number) => {
      await once(child, 'message');
      const job = { kind: 'value', digest: 'd', schema: JSON.stringify(bomb(levels)), value: '{"a": 5}' };
      child.send(job);
      return new Promise<number>((resolve) => {
        const isEnd = (told: unknown) => told === 'interrupted' || typeof told === 'object';
        child.on('message', (told) => isEnd(told) && resolve(keptMiB()));
      });
    };
    return { child, keptMiB, keptAtEnd };
  }

  test('what an interrupted one leaves is cleaned up before its end is told', async () => {
    const { child, keptMiB, keptAtEnd } = traced();
    const kept = keptAtEnd(40);
    await expect.poll(keptMiB, { timeout: 10_000 }).toBeGreaterThan(140);
    child.kill('SIGINT');
    expect(await kept).toBeLessThan(64);
  });
  test('what one leaves with its schema is cleaned up before its verdict is told', async () =>
    expect(await traced().keptAtEnd(20)).toBeLessThan(64));
});

describe('schemas and data of great depth and size', () => {
  test.each([33, 1_000, 20_000])('a schema %i deep is refused at once', async (depth) => {
    const { answer, busyMs } = await watched(() => validate.validateSchema(TENANT, lists(depth)));
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
    const patient = ajvValidator(launcher, { compileMs: 10_000 });
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

describe('when the service dies', () => {
  test('a process that judges does not outlive the service, however busy', async () => {
    const job = { kind: 'value', digest: 'd', schema: JSON.stringify(bomb(60)), value: '{"a": 5}' };
    const service = `
      const child = require('node:child_process').fork(${JSON.stringify(validatorChild)});
      child.on('message', (told) => told === 'ready' ? child.send(${JSON.stringify(job)}) : console.log(told));`;
    const parent = spawn(process.execPath, ['-e', service], { stdio: ['ignore', 'pipe', 'ignore'] });
    let told = '';
    parent.stdout.on('data', (chunk) => {
      told += chunk;
    });
    await expect.poll(() => told).toContain('compiled');
    parent.kill('SIGKILL');
    // Both write to this pipe: it closes when both are gone.
    await once(parent.stdout, 'close');
  });
});

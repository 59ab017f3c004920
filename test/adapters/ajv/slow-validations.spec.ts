import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type AjvValidator, ajvValidator, type ValidatorBounds } from '../../../src/adapters/ajv/ajv-validator.js';
import { validationPool } from '../../../src/adapters/ajv/validation-pool.js';
import { SPOOL_KEY_BYTES, spoolCipher } from '../../../src/large-data/spool-cipher.js';
import type { ValidationResult } from '../../../src/ports/process/schema-validator.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { jobMs, jobStart } from '../../../src/processes/deadline.js';
import { bomb } from '../../fixtures/schema-bomb.js';
import { TENANT } from '../../support/given/given.js';
import { launcher } from '../../support/processes/launcher.js';
import { startedHere, startedSince } from '../../support/processes/linux-processes.js';
import { until } from '../../support/until.js';

const isLinux = process.platform === 'linux';

const TOO_SLOW: ValidationResult = { ok: false, slow: true, fieldErrors: [{ path: '', keyword: 'too_slow' }] };
const OTHER = 'other';
const SLOW = { schema: bomb(24, 1), value: { a: 5 } };

interface One {
  readonly validator: AjvValidator;
  readonly pid: number;
  /** The processes of the validator. */
  processes(): readonly number[];
}

/** A validator with one process, which has validated by a schema of another tenant. */
async function withOne(bounds: Partial<ValidatorBounds>, use: (one: One) => Promise<unknown>) {
  const earlier = startedHere();
  const validator = ajvValidator(launcher, { children: 1, ...bounds });
  try {
    await validatesWell(validator);
    const [pid = 0, ...more] = startedSince(earlier);
    expect(more).toEqual([]);
    await use({ validator, pid, processes: () => startedSince(earlier) });
  } finally {
    await validator.close();
  }
}

async function validatesWell(validator: AjvValidator) {
  const schema = { type: 'object', properties: { name: { pattern: '^a+$' } } };
  expect(await validator.validate(OTHER, schema, { name: 'aa' })).toEqual({ ok: true });
  expect(await validator.validate(OTHER, schema, { name: 'ab' })).toMatchObject({
    fieldErrors: [{ path: 'name', keyword: 'pattern' }],
  });
}

/** A slow validation that has begun. Its test looks at a rejection later. */
async function begun({ validator, pid }: One): Promise<{ readonly result: Promise<ValidationResult> }> {
  const start = jobStart(pid);
  const result = validator.validate(TENANT, SLOW.schema, SLOW.value);
  result.catch(() => undefined);
  await until(() => jobMs(start) > 50);
  return { result };
}

/** This thread does nothing until the process had a processor for so long. */
function holdThread(pid: number, ms: number) {
  const start = jobStart(pid);
  const cell = new Int32Array(new SharedArrayBuffer(4));
  while (jobMs(start) < ms) Atomics.wait(cell, 0, 0, 10);
}

const SIGINT_BIT = 2n;
const waitsForSigint = (pid: number) => {
  const [, pending = '0'] = /^ShdPnd:\s*(\w+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (BigInt(`0x${pending}`) & SIGINT_BIT) !== 0n;
};

describe.skipIf(!isLinux)('a validation that runs too long is interrupted, and its process goes on', () => {
  test('with a value', () =>
    withOne({ validateMs: 100 }, async ({ validator, pid, processes }) => {
      for (let times = 0; times < 3; times++) {
        expect(await validator.validate(TENANT, SLOW.schema, SLOW.value)).toEqual(TOO_SLOW);
        expect(processes()).toEqual([pid]);
        await validatesWell(validator);
        expect(await validator.validate(OTHER, { title: `new ${times}` }, {})).toEqual({ ok: true });
        expect(await validator.validate(TENANT, SLOW.schema, {})).toEqual({ ok: true });
      }
      expect(processes()).toEqual([pid]);
    }));

  test('with a schema', () =>
    withOne({ validateMs: 100 }, async ({ validator, pid, processes }) => {
      expect(await validator.validateSchema(TENANT, { ...bomb(24), $ref: '#/$defs/d24' })).toEqual(TOO_SLOW);
      expect(processes()).toEqual([pid]);
      expect(await validator.validateSchema(TENANT, { type: 'object' })).toEqual({ ok: true });
      expect(await validator.validateSchema(TENANT, { type: 'text' })).toMatchObject({
        fieldErrors: [{ path: 'type', keyword: 'enum' }],
      });
      await validatesWell(validator);
      expect(processes()).toEqual([pid]);
    }));

  test('while its schema is compiled', () =>
    withOne({ compileMs: 300 }, async ({ validator, pid, processes }) => {
      const pattern = (_: unknown, i: number) => [`p${i}`, { pattern: `^(a{999}|b{999})${i}$` }];
      const patterns = (length: number) => ({ properties: Object.fromEntries(Array.from({ length }, pattern)) });
      expect(await validator.validate(TENANT, patterns(1_500), {})).toEqual(TOO_SLOW);
      expect(processes()).toEqual([pid]);
      const [right, wrong] = ['0', '1'].map((end) => ({ p0: `${'a'.repeat(999)}${end}` }));
      expect(await validator.validate(TENANT, patterns(3), right)).toEqual({ ok: true });
      expect(await validator.validate(TENANT, patterns(3), wrong)).toMatchObject({
        fieldErrors: [{ path: 'p0', keyword: 'pattern' }],
      });
      expect(processes()).toEqual([pid]);
    }));

  test('and is refused when it had too little time of a processor to tell', () =>
    withOne({ validateMs: 1_000 }, async (one) => {
      const { result } = await begun(one);
      process.kill(one.pid, 'SIGSTOP');
      await until(() => waitsForSigint(one.pid));
      process.kill(one.pid, 'SIGCONT');
      await expect(result).rejects.toThrow('The processors are too busy for the validator.');
      expect(one.processes()).toEqual([one.pid]);
      await validatesWell(one.validator);
    }));
});

describe.skipIf(!isLinux)('a process that runs a validation for too long is killed and replaced', () => {
  test('when SIGINT does not end the validation', () =>
    withOne({ validateMs: 100 }, async (one) => {
      const { result } = await begun(one);
      holdThread(one.pid, 150);
      process.kill(one.pid, 'SIGSTOP');
      const stopped = performance.now();
      expect(await result).toEqual(TOO_SLOW);
      expect(performance.now() - stopped).toBeLessThan(4_000);
      await until(() => !one.processes().includes(one.pid));
      await validatesWell(one.validator);
      expect(one.processes()).toHaveLength(1);
    }));

  test('when a result comes after SIGINT; the result counts', () =>
    withOne({}, async ({ validator, pid, processes }) => {
      process.kill(pid, 'SIGSTOP');
      const [result, next] = [{}, 5].map((value) => validator.validate(OTHER, { type: 'object' }, value));
      await until(() => waitsForSigint(pid));
      process.kill(pid, 'SIGCONT');
      expect(await result).toEqual({ ok: true });
      expect(await next).toMatchObject({ fieldErrors: [{ keyword: 'type' }] });
      expect(processes()).toHaveLength(1);
      expect(processes()).not.toContain(pid);
    }));

  test('at once when it holds a file open', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidings-slow-validations-'));
    const earlier = startedHere();
    const pool = validationPool(launcher, {
      children: 1,
      compileMs: 1_000,
      startMs: 10_000,
      memoryMiB: 256,
      waiting: { total: 10, perTenant: 10 },
      waitingSlow: 5,
    });
    const schema = { ...SLOW.schema, properties: { a: { not: SLOW.schema.properties.a } } };
    const json = JSON.stringify(schema);
    const check = (value: object) => {
      const [path, text] = [join(folder, 'value'), JSON.stringify(value)];
      const key = randomBytes(SPOOL_KEY_BYTES).toString('base64');
      writeFileSync(path, spoolCipher(key).update(text));
      const file = { path, key, from: 0, to: text.length };
      const message = { kind: 'file', digest: json, schema: json, file } as const;
      return pool.run({ tenantId: TENANT, priority: 'interactive', message, validateMs: 100 });
    };
    try {
      // The schema is compiled with it, so that the next job is slow from its start.
      expect(await check({})).toEqual({ ok: true });
      const [pid = 0] = startedSince(earlier);
      const start = jobStart(pid);
      const result = check(SLOW.value);
      await until(() => jobMs(start) > 50);
      holdThread(pid, 150);
      process.kill(pid, 'SIGSTOP');
      const stopped = performance.now();
      expect(await result).toEqual(TOO_SLOW);
      expect(performance.now() - stopped).toBeLessThan(1_500);
      await until(() => !startedHere().includes(pid));
      expect(await check({})).toEqual({ ok: true });
    } finally {
      await pool.close();
      rmSync(folder, { recursive: true });
    }
  });
});

/** Another signal may have ended it just now. */
function interruptIfAlive(pid: number) {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    expect(error).toMatchObject({ code: 'ESRCH' });
  }
}

describe.skipIf(!isLinux)('SIGINT that the validator did not send', () => {
  test('refuses the validation that runs, and its process goes on', () =>
    withOne({ validateMs: 10_000 }, async (one) => {
      const { result } = await begun(one);
      process.kill(one.pid, 'SIGINT');
      await expect(result).rejects.toThrow(StoreUnavailable);
      await expect(result).rejects.toThrow('The validator was interrupted.');
      await validatesWell(one.validator);
      expect(one.processes()).toEqual([one.pid]);
    }));

  test('does nothing to a process that runs no validation', () =>
    withOne({}, async ({ validator, pid, processes }) => {
      process.kill(pid, 'SIGINT');
      await sleep(50);
      await validatesWell(validator);
      expect(processes()).toEqual([pid]);
    }));

  test('makes no validation too slow, whenever it comes', () =>
    withOne({}, async ({ validator, processes }) => {
      const unlessRefused = (error: unknown) => {
        expect(error).toBeInstanceOf(StoreUnavailable);
      };
      const validated = () => validator.validate(OTHER, { type: 'object' }, {}).catch(unlessRefused);
      const results: ReturnType<typeof validated>[] = [];
      for (let times = 0; times < 200; times++) {
        results.push(validated());
        await sleep(1);
        for (const pid of processes()) interruptIfAlive(pid);
      }
      for (const result of await Promise.all(results)) expect(result ?? { ok: true }).toEqual({ ok: true });
      expect(await until(validated)).toEqual({ ok: true });
    }));
});

test.skipIf(!isLinux)('a validator closes while a validation is being interrupted', () =>
  withOne({ validateMs: 1_000 }, async (one) => {
    const { result } = await begun(one);
    process.kill(one.pid, 'SIGSTOP');
    await until(() => waitsForSigint(one.pid));
    await one.validator.close();
    await expect(result).rejects.toThrow('The validator is closed.');
    expect(one.processes()).toEqual([]);
  }),
);

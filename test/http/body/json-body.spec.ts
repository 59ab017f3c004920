import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { readJson } from '../../../src/http/body/json-body.js';
import { type FieldError, Rejection } from '../../../src/kernel/rejection.js';
import { SlicedWork } from '../../../src/kernel/sliced-work.js';
import { Slices } from '../../../src/kernel/slices.js';
import { turnsDuring } from '../../support/given/turns-during.js';

const PART_BYTES = 32_768;

/** As large as a call takes it. */
const ofMembers = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`key${n}`, 'x'.repeat(90)]));
const ofEntries = { rows: Array<string>(10_000).fill('x'.repeat(95)) };
const nested = { a: { b: { c: [ofMembers] } } };

describe('the largest body', () => {
  test.each([
    ['many members', ofMembers],
    ['a long list', ofEntries],
    ['many members deep inside', nested],
  ])('of %s leaves the event loop to others after each part', async (_, value) => {
    const bytes = Buffer.from(JSON.stringify(value));
    expect(bytes.length).toBeGreaterThan(0.8 * limits.bodyBytes);
    expect(bytes.length).toBeLessThanOrEqual(limits.bodyBytes);
    const work = new SlicedWork(undefined, new Slices());
    let read: unknown;
    const turns = await turnsDuring(async () => {
      read = await readJson(bytes, (slices) => work.run('tenant', bytes.length, slices));
    });
    expect(turns).toBeGreaterThanOrEqual(bytes.length / PART_BYTES);
    expect(read).toEqual(value);
  });
});

/** What is wrong with a body; undefined: nothing. */
function refusal(text: string): readonly FieldError[] | undefined {
  try {
    readJson(Buffer.from(text), () => Promise.reject(new Error('The body is small.')));
    return undefined;
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return error.fieldErrors;
  }
}

async function refusalOfLarge(text: string): Promise<Rejection | undefined> {
  const work = new SlicedWork(undefined, new Slices());
  const read = readJson(Buffer.from(text), (slices) => work.run('tenant', text.length, slices)) as Promise<unknown>;
  return read.then(
    () => undefined,
    (error) => error as Rejection,
  );
}

describe('a body with more members and items than one may have', () => {
  const items = (count: number) => `{"list":[${'[],'.repeat(count - 1)}[]]}`;

  test('is refused', async () => {
    const found = await refusalOfLarge(items(limits.bodyMembers + 1));
    expect(found?.code).toBe('errors.body.malformed');
    const details = { max: limits.bodyMembers };
    expect(found?.fieldErrors).toEqual([{ path: '', code: 'errors.field.too_many', details }]);
  });

  test('is refused before it is parsed', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    const found = await refusalOfLarge(items(340_000));
    const { calls } = parse.mock;
    parse.mockRestore();
    expect(found?.code).toBe('errors.body.malformed');
    expect(calls).toEqual([]);
  });

  test('is read with as many as it may have', async () => {
    expect(await refusalOfLarge(items(limits.bodyMembers - 1))).toBeUndefined();
    expect(await refusalOfLarge(`[ [\n] ${',0'.repeat(limits.bodyMembers - 1)} ]`)).toBeUndefined();
  });
});

const names = fc.constantFrom('a', 'b', '__proto__', 'x\0', '\ud800', '\\u', 'é');
const texts = fc.constantFrom('', 'text', '\0', 'a\udc00', '\\u0000', '__proto__', '😀');

/** Lists of entries in place of objects, so that `__proto__` can be a name. */
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 5 }, texts, fc.integer(), tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  object: fc
    .uniqueArray(fc.tuple(names, tie('value')), { maxLength: 3, selector: ([name]) => name })
    .map((members) => new Map(members as [string, unknown][])),
}));

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

function jsonOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonOf).join()}]`;
  if (!(value instanceof Map)) return JSON.stringify(value);
  return `{${[...value].map(([name, each]) => `${JSON.stringify(name)}:${jsonOf(each)}`).join()}}`;
}

function* faultsOf(value: unknown, path: readonly (string | number)[]): Generator<string> {
  if (typeof value === 'string' && !isStorable(value)) yield `${path.join('.')} errors.field.characters`;
  const members = value instanceof Map ? [...value] : Array.isArray(value) ? [...value.entries()] : [];
  for (const [name, each] of members as [string | number, unknown][]) {
    const place = [...path, name];
    if (typeof name === 'string' && !isStorable(name)) yield `${path.join('.')} errors.field.characters`;
    else if (name === '__proto__') yield `${place.join('.')} errors.field.unknown`;
    else yield* faultsOf(each, place);
  }
}

describe('what no store keeps', () => {
  test('is named with its path, wherever it stands', () => {
    fc.assert(
      fc.property(values, (value) => {
        const expected = [...faultsOf(value, [])].sort();
        const found = refusal(jsonOf(value))?.map(({ path, code }) => `${path} ${code}`);
        expect(found?.toSorted() ?? []).toEqual(expected);
      }),
      { numRuns: 3_000 },
    );
  });

  test.each(['"\\u0000"', '{"\\u005f_proto__":1}', '{"__proto__":1}', '["\\uD800"]'])('%s is refused', (json) => {
    expect(refusal(json)).toHaveLength(1);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { readJson } from '../../../src/http/body/json.js';
import { type FieldError, Rejection } from '../../../src/kernel/rejection.js';
import { shortestMs } from '../../support/shortest-ms.js';

/** As large as a call takes it. */
const members = Array.from({ length: 10_000 }, (_, n): [string, string] => [`key${n}`, 'x'.repeat(90)]);
const largest: Readonly<Record<string, unknown>> = {
  'many members': Object.fromEntries(members),
  'a long list': Array<string>(10_000).fill('x'.repeat(100)),
  'many lists': Array<unknown>(limits.bodyMembers).fill([]),
  'many members deep inside': { a: { b: { c: [Object.fromEntries(members)] } } },
};

test.each(Object.entries(largest))('the largest body, of %s, is read in a few milliseconds', async (_, value) => {
  const bytes = Buffer.from(JSON.stringify(value));
  expect(bytes.length).toBeLessThanOrEqual(limits.bodyBytes);
  expect(readJson(bytes)).toEqual(value);
  expect(await shortestMs(() => readJson(bytes))).toBeLessThan(50);
});

/** What is wrong with a body; undefined: nothing. */
function refused(text: string): Rejection | undefined {
  try {
    readJson(Buffer.from(text));
    return undefined;
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return error;
  }
}

const refusal = (text: string): readonly FieldError[] | undefined => refused(text)?.fieldErrors;

describe('a body with more members and items than one may have', () => {
  const items = (count: number) => `{"list":[${'[],'.repeat(count - 1)}[]]}`;

  test('is refused', () => {
    const found = refused(items(limits.bodyMembers + 1));
    expect(found?.code).toBe('errors.body.malformed');
    const details = { max: limits.bodyMembers };
    expect(found?.fieldErrors).toEqual([{ path: '', code: 'errors.field.too_many', details }]);
  });

  test('is refused before it is parsed', () => {
    expect(refused(`[${'[],'.repeat(limits.bodyMembers + 1)}`)?.fieldErrors).toHaveLength(1);
  });

  test('is read with as many as it may have', () => {
    expect(refused(items(limits.bodyMembers - 1))).toBeUndefined();
    expect(refused(`[ [\n] ${',0'.repeat(limits.bodyMembers - 1)} ]`)).toBeUndefined();
  });
});

describe('a body of more levels than one may have', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  test.each([limits.depth + 1, 400_000])('as of %i levels, is refused', (levels) => {
    const found = refused(nested(levels));
    expect(found?.code).toBe('errors.body.malformed');
    expect(found?.fieldErrors).toEqual([{ path: '', code: 'errors.field.too_deep' }]);
  });

  test('is read with as many as it may have', () => expect(refused(nested(limits.depth))).toBeUndefined());
});

test.each(['{', '[1,]', '\u00e9', `]${'['.repeat(100)}`, '"open', '{"a\\":1}'])('%s is malformed', (text) => {
  expect(refused(text)).toMatchObject({ code: 'errors.body.malformed', fieldErrors: [] });
});

test('bytes that are not UTF-8 are malformed', () =>
  expect(() => readJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow('errors.body.malformed'));

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

describe('a number that a double does not keep', () => {
  test('is refused at its path, with other faults of the body', () => {
    const found = refusal('{"a":[1,1e400],"b":"\\u0000","c":{"d":12345678901234567890},"e":9007199254740991}');
    expect(found).toEqual([
      { path: 'b', code: 'errors.field.characters' },
      { path: 'a.1', code: 'errors.field.number' },
      { path: 'c.d', code: 'errors.field.number' },
    ]);
  });

  test('does not hide that the body is malformed', () => {
    expect(refused('{"a":1e400')).toMatchObject({ code: 'errors.body.malformed', fieldErrors: [] });
    expect(refused('[012345678901234567890]')).toMatchObject({ code: 'errors.body.malformed', fieldErrors: [] });
  });

  test('is refused alone', () => expect(refusal('1e400')).toEqual([{ path: '', code: 'errors.field.number' }]));
});

test('any JSON value of the kinds that are kept comes back as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value);
      if (refusal(json) === undefined)
        expect(JSON.stringify(readJson(Buffer.from(json)))).toBe(JSON.stringify(JSON.parse(json)));
      else expect(json).toMatch(/\\u|__proto__/);
    }),
  );
});

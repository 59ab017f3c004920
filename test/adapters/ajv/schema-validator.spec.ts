import { afterAll, describe, expect, test } from 'vitest';
import { ajvValidator } from '../../../src/adapters/ajv/ajv-validator.js';
import type { ValidationResult } from '../../../src/ports/process/schema-validator.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { TENANT } from '../../support/given/given.js';
import { launcher } from '../../support/processes/launcher.js';

const validate = ajvValidator(launcher);
afterAll(() => validate.close());

const told = (verdict: ValidationResult) =>
  verdict.ok ? 'ok' : verdict.fieldErrors.map(({ path, keyword }) => `${path} ${keyword}`).sort();
const errorsOf = async (schema: unknown, value: unknown) => told(await validate.validate(TENANT, schema, value));

/** As it comes from the wire: the only way to an own member named `__proto__`. */
const json = (text: string): unknown => JSON.parse(text);

const order = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://example.com/order.json',
  type: 'object',
  required: ['id', 'items'],
  additionalProperties: false,
  properties: {
    id: { type: 'string', pattern: '^\\p{Lu}{2}-\\d+$' },
    status: { enum: ['open', 'done'] },
    mail: { type: 'string', format: 'email' },
    items: { type: 'array', items: { $ref: '#/$defs/item' } },
  },
  $defs: { item: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 3 } } } },
};

describe('judging data', () => {
  test('data that follow the schema are taken', async () =>
    expect(await validate.validate(TENANT, order, { id: 'ÄÖ-1', status: 'open', items: [{ name: '😀😀😀' }] })).toEqual(
      {
        ok: true,
      },
    ));

  test('a missing property is named itself', async () =>
    expect(await errorsOf(order, {})).toEqual(['id required', 'items required']));
  test('an unknown property is named itself', async () =>
    expect(await errorsOf(order, { id: 'AB-1', items: [], extra: 1 })).toEqual(['extra additionalProperties']));
  test('a fault deep inside has its whole path', async () =>
    expect(await errorsOf(order, { id: 'AB-1', items: [{ name: 'ok' }, { name: 5 }, {}] })).toEqual([
      'items.1.name type',
      'items.2.name required',
    ]));
  test('all faults are told, not the first alone', async () =>
    expect(await errorsOf(order, { id: 'ab-1', status: 'lost', mail: 'nobody', items: [{ name: 'long' }] })).toEqual([
      'id pattern',
      'items.0.name maxLength',
      'mail format',
      'status enum',
    ]));
  test('a fault says what was asked for', async () =>
    expect(await validate.validate(TENANT, { properties: { n: { maximum: 5 } } }, { n: 6 })).toEqual({
      ok: false,
      fieldErrors: [{ path: 'n', keyword: 'maximum', details: { comparison: '<=', limit: 5 } }],
    }));
  test('the root itself has the empty path', async () =>
    expect(await errorsOf({ type: 'object' }, 5)).toEqual([' type']));
  test('keys with dots, slashes and tildes stay as they are', async () =>
    expect(await errorsOf({ additionalProperties: { type: 'string' } }, { 'a/b~c': 1 })).toEqual(['a/b~c type']));
  test('a property name that is not allowed is named itself', async () =>
    expect(await errorsOf({ propertyNames: { maxLength: 2 } }, { abc: 1 })).toContain('abc propertyNames'));
  test('what unevaluatedProperties leaves over is named itself', async () =>
    expect(
      await errorsOf({ allOf: [{ properties: { a: true } }], unevaluatedProperties: false }, { a: 1, b: 2 }),
    ).toEqual(['b unevaluatedProperties']));
  test('at most a hundred faults are told', async () => {
    const verdict = await validate.validate(
      TENANT,
      { items: { type: 'string' } },
      Array.from({ length: 5_000 }, (_, i) => i),
    );
    expect(verdict.ok ? 0 : verdict.fieldErrors.length).toBe(100);
  });
  test('of large data the first fault is told', async () =>
    expect(
      await errorsOf(
        { items: { type: 'string' } },
        Array.from({ length: 200_000 }, (_, i) => i),
      ),
    ).toEqual(['0 type']));

  test('nothing is converted and no default is filled in', async () => {
    const data = { n: '5' };
    expect(await errorsOf({ properties: { n: { type: 'number' }, m: { default: 1 } }, required: ['m'] }, data)).toEqual(
      ['m required', 'n type'],
    );
    expect(data).toEqual({ n: '5' });
  });
  test('a price of two decimals is a multiple of a cent', async () =>
    expect(await errorsOf({ multipleOf: 0.01 }, 19.99)).toBe('ok'));
  test('null is a value and matches only where null is allowed', async () => {
    expect(await errorsOf({ properties: { a: { type: 'string' } } }, { a: null })).toEqual(['a type']);
    expect(await errorsOf({ properties: { a: { type: ['string', 'null'] } } }, { a: null })).toBe('ok');
  });
  test('a schema may refer to itself', async () => {
    const tree = { properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } } };
    expect(await errorsOf(tree, { children: [{ children: [{ name: 5 }] }] })).toEqual([
      'children.0.children.0.name type',
    ]);
  });

  test('constructor and toString are ordinary properties', async () => {
    const schema = { required: ['constructor', 'toString'], properties: { constructor: { type: 'string' } } };
    expect(await errorsOf(schema, {})).toEqual(['constructor required', 'toString required']);
    expect(await errorsOf(schema, json('{"constructor": 5, "toString": 1}'))).toEqual(['constructor type']);
    expect(await errorsOf({ additionalProperties: false }, json('{"constructor": 5}'))).toEqual([
      'constructor additionalProperties',
    ]);
  });
  test('__proto__ is refused as a key, and only as a key', async () => {
    expect(await errorsOf({}, json('{"a": [{"__proto__": {}}]}'))).toEqual(['a.0.__proto__ forbidden_key']);
    expect(await errorsOf({}, { a: '"__proto__":', b: '__proto__' })).toBe('ok');
  });

  test('what is no JSON is refused', async () => {
    expect(await errorsOf({}, undefined)).toEqual([' not_json']);
    expect(await errorsOf({}, 5n)).toEqual([' not_json']);
  });
  test('a schema that is none we take judges nothing', async () => {
    expect(await errorsOf({ $ref: 'https://example.com/x' }, {})).toEqual([' schema']);
    expect(await errorsOf({ type: 'text' }, {})).toEqual([' schema']);
    expect(await errorsOf(undefined, {})).toEqual([' schema']);
  });
});

describe('many at once, and the end', () => {
  test('fifty judgements at the same time do not mix', async () => {
    const verdicts = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        errorsOf({ properties: { [`p${i % 7}`]: { const: i } } }, { [`p${i % 7}`]: -1 }),
      ),
    );
    expect(verdicts).toEqual(Array.from({ length: 50 }, (_, i) => [`p${i % 7} const`]));
  });

  test('a closed judge judges no more, and nobody waits for ever', async () => {
    const closing = ajvValidator(launcher);
    await closing.validate(TENANT, {}, {});
    const waiting = Array.from({ length: 5 }, () => closing.validate(TENANT, {}, {}));
    const ends = Promise.allSettled(waiting);
    await closing.close();
    for (const end of await ends)
      expect(end).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    await expect(closing.validate(TENANT, {}, {})).rejects.toThrow(StoreUnavailable);
    await closing.close();
  });
});

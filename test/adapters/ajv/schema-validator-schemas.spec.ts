import { afterAll, describe, expect, test } from 'vitest';
import { ajvValidator } from '../../../src/adapters/ajv/ajv-validator.js';
import type { ValidationResult } from '../../../src/ports/process/schema-validator.js';
import { TENANT } from '../../support/given/given.js';
import { launcher } from '../../support/processes/launcher.js';

const validate = ajvValidator(launcher);
afterAll(() => validate.close());

const told = (verdict: ValidationResult) =>
  verdict.ok ? 'ok' : verdict.fieldErrors.map(({ path, keyword }) => `${path} ${keyword}`).sort();
const errorsOf = async (schema: unknown, value: unknown) => told(await validate.validate(TENANT, schema, value));
const schemaFaults = async (schema: unknown) => told(await validate.validateSchema(TENANT, schema));

/** As it comes from the wire: the only way to an own member named `__proto__`. */
const json = (text: string): unknown => JSON.parse(text);

describe('judging a schema', () => {
  test('an ordinary one is taken', async () =>
    expect(
      await schemaFaults({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: 'https://example.com/order.json',
        type: 'object',
        required: ['items'],
        properties: { items: { type: 'array', items: { $ref: '#/$defs/item' } } },
        $defs: { item: { type: 'object', properties: { name: { type: 'string', maxLength: 3 } } } },
      }),
    ).toBe('ok'));
  test('true and false are schemas inside one, an object alone is one', async () => {
    expect(await schemaFaults({ properties: { a: true, b: false } })).toBe('ok');
    for (const schema of [true, 'object', null, 5, [{}]]) expect(await schemaFaults(schema)).toEqual([' type']);
    expect(await schemaFaults(undefined)).toEqual([' not_json']);
  });
  test('what draft 2020-12 does not allow has its exact path', async () =>
    expect(
      await schemaFaults({
        properties: { age: { type: 'int' }, tags: { items: [{}] }, name: { minLength: -1 } },
        required: 'age',
      }),
    ).toEqual([
      'properties.age.type enum',
      'properties.name.minLength minimum',
      'properties.tags.items type',
      'required type',
    ]));

  test.each([
    'http://json-schema.org/draft-07/schema#',
    'https://json-schema.org/draft/2019-09/schema',
    'https://json-schema.org/draft/2020-12/schema#',
    7,
  ])('another draft is refused: %s', async ($schema) =>
    expect(await schemaFaults({ $schema })).toContain('$schema draft'),
  );
  test.each(['$dynamicRef', '$recursiveRef', '$dynamicAnchor', 'additionalItems', 'nullable', '$async'])(
    'words of other drafts, or of one library, are refused: %s',
    async (word) =>
      expect(await schemaFaults({ properties: { a: { [word]: '#a' } } })).toContain(`properties.a.${word} unsupported`),
  );
  test('words nobody knows are notes, and so is what stands under them', async () =>
    expect(await schemaFaults({ 'x-order': { format: 'colour', $ref: 'https://example.com' } })).toBe('ok'));
  test('a property may be named like a keyword, and a constant may look like a schema', async () =>
    expect(
      await schemaFaults({
        properties: { format: { type: 'string' }, $ref: { type: 'string' }, pattern: true, nullable: true },
        const: { format: 'colour', $ref: 'https://example.com', pattern: '(?=x)' },
      }),
    ).toBe('ok'));

  test('references stay inside and lead to a schema', async () => {
    const properties = {
      remote: { $ref: 'https://example.com/schema.json' },
      relative: { $ref: 'other.json#/x' },
      nowhere: { $ref: '#/$defs/nothing' },
      noAnchor: { $ref: '#nothing' },
      noSchema: { $ref: '#/required' },
      broken: { $ref: '#/%' },
      root: { items: { $ref: '#' } },
      anchor: { $ref: '#here' },
      escaped: { $ref: '#/$defs/a~1b%20c' },
    };
    const schema = { properties, required: ['root'], $defs: { 'a/b c': { $anchor: 'here' } } };
    expect(await schemaFaults(schema)).toEqual([
      'properties.broken.$ref unresolved_ref',
      'properties.noAnchor.$ref unresolved_ref',
      'properties.noSchema.$ref unresolved_ref',
      'properties.nowhere.$ref unresolved_ref',
      'properties.relative.$ref remote_ref',
      'properties.remote.$ref remote_ref',
    ]);
    const { root, anchor, escaped } = properties;
    expect(await schemaFaults({ ...schema, properties: { root, anchor, escaped } })).toBe('ok');
  });
  test('references in a circle are fine where they look deeper each time, and only there', async () => {
    const $defs = { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } };
    expect(await schemaFaults({ $defs })).toEqual(['$defs.b.not.$ref endless_ref']);
    expect(await schemaFaults({ $ref: '#' })).toEqual(['$ref endless_ref']);
    expect(await schemaFaults({ anyOf: [{ properties: { a: { $ref: '#' } } }, { items: { $ref: '#' } }] })).toBe('ok');
  });

  test('a format that is known is asserted, any other refused', async () => {
    expect(await schemaFaults({ properties: { a: { format: 'colour' } } })).toEqual(['properties.a.format format']);
    expect(await schemaFaults({ properties: { a: { format: 'date-time' } } })).toBe('ok');
    expect(await errorsOf({ properties: { a: { format: 'date' } } }, { a: '2030-02-30' })).toEqual(['a format']);
  });

  test.each(['(?=x)', '(?!x)', '(?<=x)', '(?<!x)', '(a)\\1', '(?<n>a)\\k<n>', '(', 'a{2,1}', '\\Qa\\E'])(
    'a pattern that looks around, back, or is none is refused: %s',
    async (pattern) => {
      expect(await schemaFaults({ properties: { a: { pattern } } })).toEqual(['properties.a.pattern pattern']);
      expect(await schemaFaults({ patternProperties: { [pattern]: true } })).toEqual([
        `patternProperties.${pattern} pattern`,
      ]);
    },
  );
  test.each([
    ['^\\p{L}+$', 'größe', 'größe!'],
    ['^\\u{1F600}.$', '😀😀', '😀'],
    ['^\\d{3}\\-\\d+$', '123-4', '1234'],
    ['^[\\w.\\-]+@x\\.de$', 'a.b-c@x.de', 'a@xyde'],
    ['^(?<year>\\d{4})/\\d\\d$', '2030/01', '2030-01'],
    ['\\\\k', '\\k', 'k'],
  ])('a pattern means what it means in JavaScript: %s', async (pattern, good, bad) => {
    expect(await schemaFaults({ pattern })).toBe('ok');
    expect(await errorsOf({ pattern }, good)).toBe('ok');
    expect(await errorsOf({ pattern }, bad)).toEqual([' pattern']);
  });

  test('__proto__ is refused anywhere, constructor nowhere', async () => {
    expect(await schemaFaults(json('{"properties": {"__proto__": {"type": "string"}}}'))).toEqual([
      'properties.__proto__ forbidden_key',
    ]);
    expect(await schemaFaults({ required: ['constructor'], properties: { constructor: { type: 'string' } } })).toBe(
      'ok',
    );
  });
  test('all faults are told, whoever finds them', async () =>
    expect(
      await schemaFaults({ properties: { a: { format: 'colour' }, b: { type: 'int' }, c: { pattern: '(?=x)' } } }),
    ).toEqual(['properties.a.format format', 'properties.b.type enum', 'properties.c.pattern pattern']));
});

import { describe, expect, test } from 'vitest';
import { problemsOf } from '../../../app/src/conversation/data-form/problems.js';
import { isShownAsForm } from '../../../app/src/conversation/data-form/shown-as-form.js';
import { texts } from '../../../app/src/conversation/data-form/texts.js';

describe('what a schema finds wrong', () => {
  const schema = {
    type: 'object',
    required: ['na"me'],
    additionalProperties: false,
    properties: {
      'na"me': { type: 'string' },
      age: { $ref: '#/$defs/age' },
      list: { type: 'array', items: { type: 'string', maxLength: 2 } },
      code: { pattern: '^[a-z]+$' },
      kind: { enum: ['a', 'b'] },
    },
    $defs: { age: { type: 'integer', maximum: 50 } },
  };

  test('is said at its place, in words with the limit', () => {
    const data = { age: 70, list: ['a', 'abc'], code: 'A1', kind: 'c', 'o/ther': 1 };
    expect(problemsOf(schema, data, texts.en)).toEqual([
      { path: ['na"me'], message: 'This field is required.' },
      { path: ['age'], message: 'Enter 50 or less.' },
      { path: ['list', '1'], message: 'Enter at most 2 characters.' },
      { path: ['code'], message: 'The text must match ^[a-z]+$.' },
      { path: ['kind'], message: 'Choose one of the allowed values.' },
      { path: ['o/ther'], message: 'This field is not allowed.' },
    ]);
    expect(problemsOf(schema, { 'na"me': 1 }, texts.de)).toEqual([
      { path: ['na"me'], message: 'Der Wert ist von der falschen Art.' },
    ]);
  });

  test('is left to the service where the schema cannot be read here', () =>
    expect(problemsOf({ $ref: '#/nowhere' }, {}, texts.en)).toEqual([]));
});

test.each([
  [{ type: 'object', properties: { a: { type: 'string' } } }, true],
  [{ type: 'object', properties: { not: { type: ['string', 'null'] } } }, true],
  [{ type: 'object', properties: { a: { enum: [{ not: 1 }] } } }, true],
  [{ type: 'object' }, false],
  [{ properties: { a: { prefixItems: [{}] } } }, false],
  [{ properties: { a: { type: ['string', 'number'] } } }, false],
  [{ properties: { a: { $ref: '#/$defs/b' } }, $defs: { b: { not: {} } } }, false],
  [undefined, false],
])('a form of %j: %s', (schema, expected) => expect(isShownAsForm(schema)).toBe(expected));

import { expect, test } from 'vitest';
import { sampleOf, valuesOf } from '../../../app/src/settings/types/sample.js';

test.each([
  [{}, ''],
  [{ type: 'object' }, {}],
  [{ const: 3, type: 'string' }, 3],
  [{ properties: { name: { type: 'string' }, sum: { type: 'integer' } } }, { name: 'name', sum: 1 }],
  [{ type: ['array', 'null'], items: { enum: ['a', 'b'] } }, ['a']],
  [{ type: 'string', examples: ['Anna'] }, 'Anna'],
  [
    { properties: { isPaid: { type: 'boolean' }, none: { type: 'null' }, any: true } },
    { isPaid: true, none: null, any: 'any' },
  ],
])('the sample of %j is %j', (schema, sample) => expect(sampleOf(schema)).toEqual(sample));

test.each([
  ['order.items.0', 'pen'],
  ['order', '{"items":["pen"]}'],
  ['order.toString', ''],
  ['conversation_unread_count', '2'],
  ['conversation_description', 'A title'],
])('the value of %s is %j', (path, value) =>
  expect(valuesOf({ order: { items: ['pen'] } }, 'A title')(path)).toBe(value),
);

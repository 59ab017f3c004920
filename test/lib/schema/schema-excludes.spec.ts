import { describe, expect, test } from 'vitest';
import { excluded } from '../../../src/lib/schema/schema-excludes.js';

const schema = {
  type: 'object',
  properties: {
    order: {
      type: 'object',
      properties: { status: { type: 'string' }, open: {}, never: false },
      additionalProperties: false,
    },
    list: { type: 'array', prefixItems: [{ type: 'string' }], items: { $ref: '#/$defs/closed' } },
    pair: { type: 'array', prefixItems: [{}, {}], items: false },
    closed: { $ref: '#/$defs/closed' },
    node: { $ref: '#node' },
    loop: { $ref: '#/$defs/loop' },
    either: { anyOf: [{ type: 'string' }, { properties: { a: {} }, additionalProperties: false }] },
    both: { allOf: [{ properties: { a: {}, b: {} } }, { properties: { a: {} }, additionalProperties: false }] },
    matched: { patternProperties: { '^x-': {} }, additionalProperties: false },
    more: { additionalProperties: { type: ['number', 'null'] } },
  },
  $defs: {
    closed: { properties: { a: {} }, additionalProperties: false },
    node: { $anchor: 'node', properties: { next: { $ref: '#node' }, value: {} }, additionalProperties: false },
    loop: { $ref: '#/$defs/loop' },
  },
};

describe('a schema allows a path', () => {
  test.each([
    'undeclared',
    'undeclared.deeper',
    'order',
    'order.status',
    'order.open.anything.0',
    'list.0',
    'list.1.a',
    'pair.1',
    'closed.a',
    'node.next.next.next.value',
    'loop.x',
    'either.a',
    'both.a.b',
    'matched.x-a',
    'more.any',
  ])('%s', (path) => expect(excluded(schema, [path])).toEqual([]));
  test('any path where there is none', () => {
    for (const none of [undefined, {}, true]) expect(excluded(none, ['a.b.0'])).toEqual([]);
  });
});

describe('a schema excludes a path', () => {
  test.each([
    'order.other',
    'order.status.length',
    'order.never',
    'list.name',
    'list.0.a',
    'list.1.b',
    'pair.2',
    'closed.b',
    'node.next.next.other',
    'either.b',
    'both.b',
    'more.any.deeper',
  ])('%s', (path) => expect(excluded(schema, [path])).toEqual([path]));
  test('every path, being false', () => expect(excluded(false, ['a'])).toEqual(['a']));
});

test('a tangled schema is answered soon', () => {
  const level = (n: number): object => ({ anyOf: [{ $ref: `#/$defs/d${n}` }, { $ref: `#/$defs/d${n}` }] });
  const defs = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`d${n}`, { properties: { a: level(n + 1) } }]));
  expect(excluded({ ...level(0), $defs: defs }, [Array(60).fill('a').join('.')])).toEqual([]);
});

import { expect, test } from 'vitest';
import { matching, pageOf } from '../../../../src/engine/read-models/past/in-memory.js';

interface Doc {
  readonly n: number;
  readonly kind?: string;
}

const fields = { n: ({ n }: Doc) => n, kind: ({ kind }: Doc) => kind };
const docs = new Map<string, Doc>([
  ['a', { n: 2, kind: 'x' }],
  ['b', { n: 1 }],
  ['c', { n: 2 }],
  ['d', { n: 3, kind: 'y' }],
]);
const keys = (query: Partial<Parameters<typeof pageOf<Doc>>[2]>) => pageOf(docs, fields, { limit: 10, ...query }).keys;

test('conditions never match undefined', () => {
  expect(keys({ where: [{ field: 'kind', is: '<', value: 'z' }] })).toEqual(['a', 'd']);
  expect(keys({ where: [{ field: 'kind', is: 'in', values: ['y', 'z'] }] })).toEqual(['d']);
  expect(matching(docs, fields, [{ field: 'n', is: '>=', value: 2 }])).toHaveLength(3);
});

test('orders by value, then by key, in one direction', () => {
  expect(keys({ order: { field: 'n', descending: false } })).toEqual(['b', 'a', 'c', 'd']);
  expect(keys({ order: { field: 'n', descending: true } })).toEqual(['d', 'c', 'a', 'b']);
  expect(keys({ order: { field: 'kind', descending: false } })).toEqual(['b', 'c', 'a', 'd']);
});

test('pages by offset and behind a place', () => {
  const order = { field: 'n', descending: false };
  expect(pageOf(docs, fields, { order, offset: 1, limit: 2 })).toMatchObject({ keys: ['a', 'c'], hasMore: true });
  expect(pageOf(docs, fields, { order, after: { key: 'a', value: 2 }, limit: 2 })).toMatchObject({
    keys: ['c', 'd'],
    hasMore: false,
  });
  expect(keys({ order, after: { key: 'd', value: 3 } })).toEqual([]);
});

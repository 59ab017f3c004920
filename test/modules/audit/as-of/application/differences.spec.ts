import { expect, test } from 'vitest';
import { differences, valueAt } from '../../../../../src/modules/audit/as-of/application/differences.js';

test.each([
  ['equal values', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
  ['a member that came', {}, { a: 1 }, [{ op: 'add', path: '/a', after: 1 }]],
  ['a member that went', { a: 1 }, {}, [{ op: 'remove', path: '/a', before: 1 }]],
  ['a member that changed', { a: 1 }, { a: 2 }, [{ op: 'replace', path: '/a', before: 1, after: 2 }]],
  ['null is a value', { a: null }, {}, [{ op: 'remove', path: '/a', before: null }]],
  ['names with / and ~', { 'x/y~z': 1 }, { 'x/y~z': 2 }, [{ op: 'replace', path: '/x~1y~0z', before: 1, after: 2 }]],
  [
    'items of a list',
    { a: [1, 2] },
    { a: [1, 3, 4] },
    [
      { op: 'replace', path: '/a/1', before: 2, after: 3 },
      { op: 'add', path: '/a/2', after: 4 },
    ],
  ],
  ['a list in place of an object', { a: {} }, { a: [] }, [{ op: 'replace', path: '/a', before: {}, after: [] }]],
  ['a value that began', undefined, { a: 1 }, [{ op: 'add', path: '', after: { a: 1 } }]],
])('%s', (_, before, after, expected) => {
  expect(differences(before, after)).toEqual(expected);
});

test('many differences are told by the members that hold them', () => {
  const many = (n: number) => ({ few: n, many: Array.from({ length: 2_000 }, (_, i) => i + n) });
  expect(differences(many(0), many(1)).map(({ path }) => path)).toEqual(['/few', '/many']);
});

test('a path leads to its value', () => {
  const value = { a: [{ 'x/y': 1 }] };
  expect([
    valueAt(value, '/a/0/x~1y'),
    valueAt(value, ''),
    valueAt(value, '/a/1'),
    valueAt(value, '/a/length'),
  ]).toEqual([1, value, undefined, undefined]);
});

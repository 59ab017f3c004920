import { describe, expect, test } from 'vitest';
import { conditionsOf, etagOf, isKnown, requiredState } from '../../../src/http/request/conditional.js';
import { meets } from '../../../src/kernel/revision.js';

const tag = etagOf(7, '{"id":"a"}');
const inner = tag.slice(1, -1);

const required = (method: string, headers: Record<string, string>) => requiredState(conditionsOf(method, headers));

describe('If-Match', () => {
  test.each([
    tag,
    `W/${tag}`,
    `"${inner}-gzip"`,
    `W/"${inner}-gzip"`,
    `"${inner};gzip"`,
    `"${inner}--gzip"`,
    `W/"${inner}-br"`,
    `"${inner}-zstd"`,
    '"7.another-digest"',
  ])('reads the revision of %s', (header) => expect(required('PATCH', { 'if-match': header })).toEqual([7]));

  test('reads a list, and any', () => {
    expect(required('PUT', { 'if-match': `"1.a", W/"2.b-gzip" ,"3.c"` })).toEqual([1, 2, 3]);
    expect(required('PUT', { 'if-match': ' * ' })).toBe('any');
  });

  test.each([
    '',
    '7',
    inner,
    'w/"7.a"',
    'W/ "7.a"',
    '"7"',
    '"x.a"',
    '"7.a";gzip',
    '"7.a" b',
    `${tag},`,
    '"1234567890123456.a"',
  ])('%j is unreadable', (header) =>
    expect(() => required('PATCH', { 'if-match': header })).toThrow('errors.precondition.failed'),
  );
});

describe('If-None-Match: *', () => {
  test('of a PUT requires that nothing is there', () => {
    expect(required('PUT', { 'if-none-match': ' * ' })).toBe('none');
    expect(required('PATCH', { 'if-none-match': '*' })).toBeUndefined();
    expect(required('PUT', { 'if-none-match': tag })).toBeUndefined();
  });

  test('with If-Match requires what nothing is', () => {
    const both = required('PUT', { 'if-none-match': '*', 'if-match': tag });
    expect([undefined, 7].map((revision) => meets(both, revision))).toEqual([false, false]);
  });
});

test.each([
  [undefined, undefined, true],
  [undefined, 1, true],
  ['any', undefined, false],
  ['any', 1, true],
  ['none', undefined, true],
  ['none', 1, false],
  [[1, 2], undefined, false],
  [[1, 2], 2, true],
  [[1, 2], 3, false],
] as const)('%j with revision %j: %s', (condition, revision, met) => expect(meets(condition, revision)).toBe(met));

test('If-None-Match compares all of a tag, weakly', () => {
  expect(isKnown(`"1.a", W/${tag}`, tag)).toBe(true);
  expect(isKnown('"7.another"', tag)).toBe(false);
  expect(isKnown('*', tag)).toBe(true);
});

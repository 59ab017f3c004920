import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonSlices } from '../../src/kernel/json-slices.js';

function written(value: unknown, membersAtOnce?: number): { readonly text: string; readonly slices: number } {
  const work = jsonSlices(value, membersAtOnce);
  for (let slices = 1; ; slices++) {
    const step = work.next();
    if (step.done) return { text: step.value.toString(), slices };
  }
}

test('is what JSON.stringify writes, in slices of any size', () =>
  fc.assert(
    fc.property(fc.json(), fc.integer({ min: 1, max: 20 }), (json, membersAtOnce) => {
      const value: unknown = JSON.parse(json);
      expect(written(value, membersAtOnce).text).toBe(JSON.stringify(value));
    }),
  ));

test('an object of many members takes many slices, a small one takes one', () => {
  const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`k${n}`, n]));
  expect(written(many)).toEqual({ text: JSON.stringify(many), slices: 6 });
  expect(written({ a: [1, { b: 'ü😀' }] })).toEqual({ text: '{"a":[1,{"b":"ü😀"}]}', slices: 1 });
});

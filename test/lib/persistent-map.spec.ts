import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PersistentMap } from '../../src/lib/persistent-map.js';

const changes = fc.array(
  fc.record({
    key: fc.integer({ min: 0, max: 300 }).map((n) => `k${n}`),
    value: fc.option(fc.nat(), { nil: undefined }),
  }),
  { maxLength: 600 },
);

describe('a persistent map', () => {
  test('holds what a Map holds after the same changes, in the same order', () => {
    fc.assert(
      fc.property(changes, (made) => {
        const expected = new Map<string, number>();
        let map = PersistentMap.empty<number>();
        for (const { key, value } of made) {
          if (value === undefined) expected.delete(key);
          else expected.set(key, value);
          map = value === undefined ? map.without(key) : map.with(key, value);
        }
        expect([...map]).toEqual([...expected]);
        expect([map.size, [...map.keys()], [...map.values()]]).toEqual([
          expected.size,
          [...expected.keys()],
          [...expected.values()],
        ]);
        for (const { key } of made)
          expect([map.has(key), map.get(key)]).toEqual([expected.has(key), expected.get(key)]);
      }),
      { numRuns: 60 },
    );
  });
  test('stays as it was when others are made from it', () => {
    const one = PersistentMap.of(Array.from({ length: 100 }, (_, n) => [`k${n}`, n] as const));
    const before = [...one];
    one.with('k7', -1).with('new', 1).without('k3');
    expect([...one]).toEqual(before);
  });
  test('keeps keys of one hash apart', () => {
    const keys = ['costarring', 'liquid', 'declinate', 'macallums', 'altarage', 'zinke'];
    const map = PersistentMap.of(keys.map((key, n) => [key, n] as const));
    expect(keys.map((key) => map.get(key))).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...map.without('liquid').keys()]).toEqual(keys.filter((key) => key !== 'liquid'));
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GroupSet } from '../../../src/adapters/sqlite/search/group-set.js';

const PAGES = 3 * 65_536;
const numbers = fc.array(
  fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: PAGES }), fc.constantFrom(31, 32, 65_535, 65_536)),
);

function setOf(all: Iterable<number>): GroupSet {
  const groups = new GroupSet();
  for (const each of all) groups.add(each);
  return groups;
}

const ascending = (all: Iterable<number>) => [...all].sort((a, b) => a - b);

test('it holds what a set holds', () => {
  fc.assert(
    fc.property(numbers, numbers, (left, right) => {
      const [one, other] = [new Set(left), new Set(right)];
      const [groups, others] = [setOf(left), setOf(right)];
      const [both, rest] = [groups.and(others), groups.without(others)];
      expect([...groups.numbers()]).toEqual(ascending(one));
      expect([...both.numbers()]).toEqual(ascending([...one].filter((each) => other.has(each))));
      expect([...rest.numbers()]).toEqual(ascending([...one].filter((each) => !other.has(each))));
      expect([groups.size, both.size, rest.size]).toEqual([
        one.size,
        [...both.numbers()].length,
        [...rest.numbers()].length,
      ]);
      for (const each of right) expect(groups.has(each)).toBe(one.has(each));
      expect([...groups.slices(7)].flat()).toEqual(ascending(one));
    }),
    { seed: 20_261_122 },
  );
});

test('a million groups take 128 KiB', () => {
  const groups = setOf(Array.from({ length: 1_000_000 }, (_, n) => n));
  expect(groups.size).toBe(1_000_000);
  expect(groups.bytes).toBeLessThanOrEqual(131_072);
});

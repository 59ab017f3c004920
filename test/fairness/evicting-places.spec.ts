import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EvictingPlaces } from '../../src/fairness/evicting-places.js';

function setting(places: number, mayEnd: (item: string) => boolean = () => true, sparesFew = false) {
  const ended: string[] = [];
  const all = new EvictingPlaces<string>(places, (item) => void ended.push(item), { mayEnd, sparesFew });
  /** The first letter of an item is its owner. */
  const note = (...items: string[]) => {
    for (const item of items) all.note(item, item.charAt(0));
  };
  return { all, ended, note };
}

describe('where all places are taken', () => {
  test('a further item ends the one of the same owner that was silent longest', () => {
    const { note, ended } = setting(3);
    note('a1', 'a2', 'a3', 'a1', 'a4');
    expect(ended).toEqual(['a2']);
  });

  test('a further item of an owner with few ends one of the owner with most', () => {
    const { note, ended } = setting(6);
    note('b1', 'a1', 'a2', 'a3', 'a4', 'a5', 'b2', 'c1');
    expect(ended).toEqual(['a1', 'a2']);
  });

  test('many owners with many items leave the one of an owner with one', () => {
    const { note, ended } = setting(9);
    note('z1');
    for (let n = 0; n < 50; n++) note(`a${n}`, `b${n}`, `c${n}`);
    expect(ended).not.toContain('z1');
    expect(ended).toHaveLength(142);
  });

  test('an owner with an eighth loses none to one with fewer, unless it was silent longest of all', () => {
    const { note, ended } = setting(16, undefined, true);
    for (const n of [1, 2]) note(...[...'abcdefgh'].map((owner) => `${owner}${n}`));
    note('a1', 'i1');
    expect(ended).toEqual(['b1']);
    note('a3');
    expect(ended).toEqual(['b1', 'a2']);
  });

  test('an item that may not end counts as active just now, and the next one ends', () => {
    const { note, ended } = setting(2, (item) => item !== 'a1');
    note('a1', 'a2', 'a3', 'a4');
    expect(ended).toEqual(['a2', 'a3']);
  });

  test('an item ends although it may not, where many of its owner may not', () => {
    const { note, ended } = setting(40, () => false);
    note(...Array.from({ length: 41 }, (_, n) => `a${n}`));
    expect(ended).toEqual(['a32']);
  });
});

test('an item that gave its place back is not ended', () => {
  const { all, note, ended } = setting(2);
  note('a1', 'a2');
  all.delete('a1');
  all.delete('a1');
  note('a3');
  expect([ended, all.size, all.has('a1'), all.has('a3')]).toEqual([[], 2, false, true]);
});

test('an item that changes its owner takes its place along', () => {
  const { all, note, ended } = setting(3);
  note('b1', 'b2');
  all.note('b2', 'a');
  note('a1', 'a2');
  expect([ended, all.size]).toEqual([['b2'], 3]);
});

test('whatever happens, places are kept, and what ends is of the owner with most', () => {
  const step = fc.record({ owner: fc.constantFrom('a', 'b', 'c', 'd'), n: fc.nat(9), isDelete: fc.boolean() });
  const check = (places: number, steps: readonly { owner: string; n: number; isDelete: boolean }[]) => {
    const held = new Map<string, string>();
    const all = new EvictingPlaces<string>(places, (item) => {
      const counts = new Map<string, number>();
      for (const owner of held.values()) counts.set(owner, (counts.get(owner) ?? 0) + 1);
      const owner = held.get(item) ?? '';
      expect(counts.get(owner)).toBe(Math.max(...counts.values()));
      held.delete(item);
    });
    for (const { owner, n, isDelete } of steps) {
      if (isDelete) held.delete(`${n}`);
      else held.set(`${n}`, owner);
      if (isDelete) all.delete(`${n}`);
      else all.note(`${n}`, owner);
      expect(all.size).toBe(held.size);
      expect(all.size).toBeLessThanOrEqual(places);
    }
  };
  fc.assert(fc.property(fc.integer({ min: 1, max: 8 }), fc.array(step, { maxLength: 60 }), check));
});

test('an owner has room while places are free, and where it stays below the one with most', () => {
  const { all, note } = setting(4);
  note('a1', 'a2', 'b1');
  expect(['a', 'b', 'c'].map((owner) => all.hasRoomFor(owner))).toEqual([true, true, true]);
  note('a3');
  expect(['a', 'b', 'c'].map((owner) => all.hasRoomFor(owner))).toEqual([false, true, true]);
  note('b2');
  expect(['a', 'b', 'c'].map((owner) => all.hasRoomFor(owner))).toEqual([false, false, true]);
});

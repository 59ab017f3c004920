import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LEAVES, PuncturableTree } from '../../../src/adapters/stored-keys/puncturable-tree.js';

const root = Buffer.alloc(32, 5);
const fresh = () => PuncturableTree.from(root);
const NODE_BYTES = 34;

/** By the definition, from the root. */
function leafOf(place: number): Buffer {
  let key = root;
  for (let level = 9; level >= 0; level--) {
    key = createHmac('sha256', key)
      .update(Buffer.from([(place >> level) & 1]))
      .digest();
  }
  return key;
}

const places = fc.integer({ min: 0, max: LEAVES - 1 });
const all = Array.from({ length: LEAVES }, (_, place) => place);

/** All keys that derive from what is stored, which is the whole power of who has it. */
function derivable(bytes: Buffer): ReadonlySet<string> {
  const found = new Set<string>();
  const derive = (index: number, key: Buffer) => {
    if (index >= LEAVES) {
      found.add(key.toString('hex'));
      return;
    }
    for (const bit of [0, 1]) {
      derive(
        2 * index + bit,
        createHmac('sha256', key)
          .update(Buffer.from([bit]))
          .digest(),
      );
    }
  };
  for (let at = 0; at < bytes.length; at += NODE_BYTES) {
    derive(bytes.readUInt16BE(at), bytes.subarray(at + 2, at + NODE_BYTES));
  }
  return found;
}

describe('a puncturable tree', () => {
  test('derives each leaf as HMAC-SHA-256 of parent and bit, in any order', () => {
    const tree = fresh();
    for (const place of [0, 1, 2, 3, 1_023, 512, 511, 7, 0]) expect(tree.leaf(place)).toEqual(leafOf(place));
    expect([tree.leaf(-1), tree.leaf(LEAVES), tree.leaf(0.5)]).toEqual([undefined, undefined, undefined]);
  });

  test('keeps every leaf but those taken away, whatever is taken in which order, also after a way through bytes', () => {
    fc.assert(
      fc.property(fc.array(places, { maxLength: 60 }), fc.integer({ min: 1, max: 8 }), (gone, atOnce) => {
        let tree = fresh();
        for (let i = 0; i < gone.length; i += atOnce) {
          tree.leaf(gone[i] ?? 0);
          tree = tree.without(gone.slice(i, i + atOnce).map((place) => [place, place]));
        }
        const again = PuncturableTree.read(tree.bytes);
        const taken = new Set(gone);
        for (const place of all) {
          const expected = taken.has(place) ? undefined : leafOf(place);
          expect([place, tree.leaf(place), again.leaf(place)]).toEqual([place, expected, expected]);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('stores nothing from which a leaf that was taken away derives', () => {
    fc.assert(
      fc.property(fc.uniqueArray(places, { maxLength: 40 }), (gone) => {
        const { bytes } = fresh().without(gone.map((place) => [place, place]));
        const known = derivable(bytes);
        expect(gone.filter((place) => known.has(leafOf(place).toString('hex')))).toEqual([]);
        expect(known.size).toBe(LEAVES - gone.length);
      }),
      { numRuns: 25 },
    );
  });

  test.each([0, 1, 511, 512, 1_022, 1_023])('takes all up to %i away in at most 10 nodes', (last) => {
    const tree = fresh().without([[0, last]]);
    expect(tree.size).toBeLessThanOrEqual(10);
    expect(tree.leaf(last)).toBeUndefined();
    expect(tree.leaf(0)).toBeUndefined();
    if (last < LEAVES - 1) expect(tree.leaf(last + 1)).toEqual(leafOf(last + 1));
  });

  test('takes one away in at most 10 nodes, and stays below 20 KiB whatever is taken', () => {
    for (const place of all) expect(fresh().without([[place, place]]).size).toBe(10);
    const everyOther = all.filter((place) => place % 2 === 0).map((place) => [place, place] as const);
    expect(fresh().without(everyOther).bytes.length).toBeLessThan(20 * 1_024);
    fc.assert(
      fc.property(fc.array(places, { maxLength: LEAVES }), (gone) => {
        const { bytes } = fresh().without(gone.map((place) => [place, place]));
        expect(bytes.length).toBeLessThan(20 * 1_024);
      }),
      { numRuns: 20 },
    );
  });

  test('that has lost a leaf already stays as it is', () => {
    const tree = fresh().without([[3, 3]]);
    expect(tree.without([[3, 3]])).toBe(tree);
    expect(() => PuncturableTree.read(Buffer.alloc(33))).toThrow('not a tree');
  });
});

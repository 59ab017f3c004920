import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lruCache } from '../../src/lib/lru-cache.js';

/** Bytes of one entry of the tests, whose keys have one character and whose values are measured as `bytes`. */
const OVERHEAD = 122;

const aCache = (bytes: number, entries?: number) =>
  lruCache<string, number>({ bytes, sizeOf: (value) => value, ...(entries === undefined ? {} : { entries }) });

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const key = fc.constantFrom(...KEYS);
const step = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), key, bytes: fc.nat(3_000) }),
  fc.record({ kind: fc.constantFrom('get' as const, 'delete' as const), key }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const steps = fc.array(step, { maxLength: 200 });

const apply = (cache: ReturnType<typeof aCache>, each: Step) => {
  if (each.kind === 'set') cache.set(each.key, each.bytes);
  else if (each.kind === 'delete') cache.delete(each.key);
  return cache.get(each.key);
};

describe('a cache bounded by bytes', () => {
  test('never holds more than its budget, nor more than its entries, and answers the value that was set last', () =>
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 8_000 }), fc.integer({ min: 1, max: 8 }), (all, budget, most) => {
        const cache = aCache(budget, most);
        const last = new Map<string, number>();
        for (const each of all) {
          if (each.kind === 'set') last.set(each.key, each.bytes);
          if (each.kind === 'delete') last.delete(each.key);
          expect([undefined, last.get(each.key)]).toContain(apply(cache, each));
          expect(cache.bytes).toBeLessThanOrEqual(budget);
        }
        let entries = 0;
        for (const name of KEYS) {
          const before = cache.bytes;
          cache.delete(name);
          if (cache.bytes === before) continue;
          expect(before - cache.bytes).toBe(OVERHEAD + (last.get(name) ?? Number.NaN));
          entries++;
        }
        expect(cache.bytes).toBe(0);
        expect(entries).toBeLessThanOrEqual(most);
      }),
    ));

  test('keeps an entry until uses of others fill half of the budget', () =>
    fc.assert(
      fc.property(steps, fc.integer({ min: 8_000, max: 20_000 }), (all, budget) => {
        const cache = aCache(budget);
        /** Newest last; an entry that was set anew or deleted has no use any more. */
        let uses: { readonly key: string; readonly bytes: number; readonly gone?: true }[] = [];
        for (const each of all) {
          const found = apply(cache, each);
          if (found === undefined) uses = uses.map((use) => (use.key === each.key ? { ...use, gone: true } : use));
          else uses.push({ key: each.key, bytes: OVERHEAD + found });
        }
        let later = 0;
        const safe = new Set<string>();
        const lost = new Set<string>();
        for (const { key: name, bytes, gone } of uses.toReversed()) {
          later += bytes;
          if (gone) lost.add(name);
          else if (later <= budget / 2 && !lost.has(name)) safe.add(name);
        }
        for (const name of safe) expect(cache.get(name)).toBeDefined();
      }),
    ));

  test('counts a read as a use', () => {
    const cache = aCache(10 * OVERHEAD);
    for (const name of 'abcdefghijklm') {
      cache.set(name, 0);
      expect(cache.get('a')).toBe(0);
    }
    expect(cache.get('b')).toBeUndefined();
  });

  test('keeps a value that fills the budget, and not a larger one', () => {
    const cache = aCache(1_000);
    cache.set('a', 1_000 - OVERHEAD);
    expect(cache.get('a')).toBe(1_000 - OVERHEAD);
    cache.set('a', 1_001 - OVERHEAD);
    expect(cache.get('a')).toBeUndefined();
    expect(cache.bytes).toBe(0);
  });

  test('does not keep a value whose size cannot be told', () => {
    const cache = aCache(1_000);
    cache.set('a', 1, Number.POSITIVE_INFINITY);
    expect(cache.get('a')).toBeUndefined();
  });

  test('counts long keys too', () => {
    const cache = lruCache<string, true>({ bytes: 10_000 });
    cache.set('x'.repeat(10_000), true);
    expect(cache.bytes).toBe(0);
    cache.set('x'.repeat(1_000), true);
    expect(cache.bytes).toBeGreaterThan(2_000);
  });

  test('is empty after it was cleared', () => {
    const cache = aCache(10_000);
    for (const name of 'abc') cache.set(name, 1_000);
    cache.clear();
    expect([cache.bytes, cache.get('c')]).toEqual([0, undefined]);
  });
});

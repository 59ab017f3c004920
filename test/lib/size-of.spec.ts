import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { grownSize, NO_SIZE, sizeOf, wholeSize } from '../../src/lib/size-of.js';

describe('the size of a value', () => {
  test('is at least what its JSON takes', () =>
    fc.assert(fc.property(fc.jsonValue(), (value) => sizeOf(value) >= JSON.stringify(value).length / 2)));

  test('grows with every part, whatever holds it', () => {
    const text = 'x'.repeat(1_000);
    const holders = [[text], { text }, new Map([['text', text]]), new Map([[text, 1]]), new Set([text]), [[[text]]]];
    for (const holder of holders) expect(sizeOf(holder)).toBeGreaterThan(2_000);
    expect(sizeOf(new Uint8Array(5_000))).toBeGreaterThan(5_000);
    expect(sizeOf({ a: undefined, b: null, c: true, d: 1 })).toBeLessThan(200);
  });

  test('of many names includes the names', () => {
    const names = Array.from({ length: 200 }, (_, i) => `${'n'.repeat(100)}${i}`);
    expect(sizeOf(Object.fromEntries(names.map((name) => [name, 1])))).toBeGreaterThan(200 * 200);
  });

  test.each([
    ['a list', Array.from({ length: 101 }, () => 1)],
    ['an object', Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`p${i}`, 1]))],
    ['a map', new Map(Array.from({ length: 51 }, (_, i) => [i, 1]))],
    ['lists inside a list', Array.from({ length: 20 }, () => [1, 2, 3, 4, 5])],
  ])('of too many parts is not told: %s', (_, value) => {
    expect(sizeOf(value, 100)).toBe(Number.POSITIVE_INFINITY);
    expect(sizeOf(value, 1_000)).toBeLessThan(20_000);
  });

  test('of a circle is not told', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(sizeOf(circle)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('the size of a growing value', () => {
  test('is measured as a whole O(log n) times, and stays within twice the value', () => {
    let size = NO_SIZE;
    let measured = 0;
    const list: string[] = [];
    for (let n = 0; n < 5_000; n++) {
      list.push('x'.repeat(50));
      const before = size.measured;
      size = grownSize(size, sizeOf(list.at(-1)) + 8, list);
      if (size.measured !== before) measured++;
    }
    expect(measured).toBeLessThan(20);
    expect(size.bytes).toBeGreaterThanOrEqual(sizeOf(list));
    expect(size.bytes).toBeLessThanOrEqual(2 * sizeOf(list) + 1_024);
  });

  test('of a value that does not grow stays near what it is', () => {
    let size = wholeSize({ text: 'x' });
    for (let n = 0; n < 1_000; n++) size = grownSize(size, 500, { text: 'x' });
    expect(size.bytes).toBeLessThan(2_000);
  });

  test('of a value of too many parts is the sum of what went in', () => {
    const list = Array.from({ length: 200_000 }, () => 1);
    expect(grownSize({ bytes: 3_000_000, measured: 1_000 }, 50, list)).toEqual({
      bytes: 3_000_050,
      measured: 3_000_050,
    });
  });
});

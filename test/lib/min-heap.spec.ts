import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MinHeap } from '../../src/lib/min-heap.js';

test('a heap gives its items back from the smallest on, whatever is pushed between', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer(), { nil: undefined })), (steps) => {
      const heap = new MinHeap<number>((each) => each);
      const kept: number[] = [];
      for (const step of steps) {
        if (step === undefined) {
          kept.sort((a, b) => a - b);
          expect(heap.pop()).toBe(kept.shift());
        } else {
          heap.push(step);
          kept.push(step);
        }
        expect(heap.size).toBe(kept.length);
      }
    }),
  );
});

test('a step costs the logarithm of the size', () => {
  let ranked = 0;
  const heap = new MinHeap<number>((each) => {
    ranked++;
    return each;
  });
  for (let n = 10_000; n > 0; n--) heap.push(n);
  ranked = 0;
  for (let n = 0; n < 1_000; n++) heap.push(heap.pop() ?? 0);
  expect(ranked).toBeLessThan(1_000 * 2 * 4 * 14);
});

import { expect, test } from 'vitest';
import { Headroom } from '../../src/kernel/headroom.js';

function usedAt(now: number): Headroom {
  const headroom = new Headroom();
  headroom.use(now);
  return headroom;
}

test('reads rest for a second after a quiet tenant came', () => {
  expect(new Headroom().restMs(0, 6, 1)).toBe(0);
  const headroom = usedAt(100);
  expect([1_100, 1_101].map((now) => headroom.restMs(now, 6, 1))).toEqual([3, 0]);
});

test('a rest is half to twice as long as the turn: a quarter for each tenant that waits', () => {
  const headroom = usedAt(0);
  expect([1, 2, 4, 8, 100].map((waiting) => headroom.restMs(0, 6, waiting))).toEqual([3, 3, 6, 12, 12]);
});

test('a rest lasts 1 to 20 ms', () => {
  const headroom = usedAt(0);
  expect([0.2, 10, 200].map((ms) => headroom.restMs(0, ms, 8))).toEqual([1, 20, 20]);
});

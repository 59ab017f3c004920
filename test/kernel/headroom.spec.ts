import { expect, test } from 'vitest';
import { Headroom } from '../../src/kernel/headroom.js';

test('a rest is half as long as the turn, at least 1 ms, for a second after a quiet tenant came', () => {
  const headroom = new Headroom();
  expect(headroom.restMs(0, 6)).toBe(0);
  headroom.use(100);
  expect([6, 0.2, 10].map((ms) => headroom.restMs(1_100, ms))).toEqual([3, 1, 5]);
  expect(headroom.restMs(1_101, 6)).toBe(0);
});

test('no rest follows a turn that lasted longer than reads can: they would starve', () => {
  const headroom = new Headroom();
  headroom.use(100);
  expect(headroom.restMs(100, 10.1)).toBe(0);
});

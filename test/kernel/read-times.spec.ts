import { expect, test } from 'vitest';
import { ReadTimes } from '../../src/kernel/read-times.js';

/** A read of no time counts 0.05 ms. */
function timesOf(reads: number, ms: number): ReadTimes {
  const times = new ReadTimes();
  for (let n = 0; n < reads; n++) times.read('some', ms);
  return times;
}

test('a tenant is guaranteed an equal share of 8 ms, beside few others a quarter', () => {
  expect([15, 16].map((reads) => timesOf(reads, 0).isGuaranteed('some', 10, 1))).toEqual([true, false]);
  expect([39, 40].map((reads) => timesOf(reads, 0).isGuaranteed('some', 1, 1))).toEqual([true, false]);
  expect(timesOf(1_000, 1).isGuaranteed('others', 10, 1)).toBe(true);
});

test('beside very many tenants the share is 0.2 ms', () => {
  expect([3, 4].map((reads) => timesOf(reads, 0).isGuaranteed('some', 5_000, 1))).toEqual([true, false]);
});

test('the share is larger in a turn that comes late', () => {
  expect([31, 32].map((reads) => timesOf(reads, 0).isGuaranteed('some', 10, 2))).toEqual([true, false]);
});

test('long reads use up the share, each with 2 ms at most', () => {
  expect(timesOf(1, 0.8).isGuaranteed('some', 10, 1)).toBe(false);
  const times = timesOf(1, 90);
  times.decay(100);
  expect(times.isGuaranteed('some', 10, 1)).toBe(false);
  times.decay(200);
  expect(times.isGuaranteed('some', 10, 1)).toBe(true);
});

test('requests use up the share, whatever they read', () => {
  const times = new ReadTimes();
  for (let n = 0; n < 9; n++) times.request('some');
  expect(times.isGuaranteed('some', 10, 1)).toBe(false);
});

test('a share that was used is forgotten', () => {
  const times = timesOf(1_000, 1);
  for (let now = 100; now <= 1_000; now += 100) times.decay(now);
  expect(times.isGuaranteed('some', 10, 1)).toBe(false);
  for (let now = 1_100; now <= 2_000; now += 100) times.decay(now);
  expect(times.isGuaranteed('some', 1_000_000, 1)).toBe(true);
});

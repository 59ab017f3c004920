import { expect, test } from 'vitest';
import { RecentShares } from '../../src/kernel/recent-shares.js';

function shares(counts: Readonly<Record<string, number>>): RecentShares {
  const recent = new RecentShares();
  for (const [tenantId, count] of Object.entries(counts)) for (let n = 0; n < count; n++) recent.note(tenantId);
  return recent;
}

test('a tenant with no more than an equal share has a fair one', () => {
  const recent = shares({ heavy: 90, light: 10 });
  expect(recent.isFair('light', 10)).toBe(true);
  expect(recent.isFair('light', 11)).toBe(false);
  expect(recent.isFair('heavy', 2)).toBe(false);
  expect(recent.isFair('unknown', 1_000)).toBe(true);
});

test('counts halve every 100 ms and end', () => {
  const recent = shares({ heavy: 90, light: 1 });
  recent.decay(99);
  expect(recent.of('heavy')).toBe(90);
  recent.decay(100);
  expect([recent.of('heavy'), recent.of('light')]).toEqual([45, 0]);
  recent.decay(150);
  expect(recent.of('heavy')).toBe(45);
  for (let now = 200; now <= 700; now += 100) recent.decay(now);
  expect(recent.of('heavy')).toBe(0);
  expect(recent.isFair('heavy', 1_000)).toBe(true);
});

test('counts of a long pause halve as often as its half-lives', () => {
  const recent = shares({ heavy: 80 });
  recent.decay(100);
  recent.decay(399);
  expect(recent.of('heavy')).toBe(10);
  recent.decay(3_600_000);
  expect(recent.of('heavy')).toBe(0);
});

test('the lightest is found among the first 32 that may go on', () => {
  const recent = shares({ a: 3, b: 1, c: 2 });
  expect(recent.lightest(['a', 'b', 'c'])).toBe('b');
  expect(recent.lightest(['a', 'b', 'c'], (tenantId) => tenantId !== 'b')).toBe('c');
  expect(recent.lightest([...Array<string>(32).fill('a'), 'b'])).toBe('a');
  expect(recent.lightest([])).toBeUndefined();
});

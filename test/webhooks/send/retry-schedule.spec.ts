import { describe, expect, test } from 'vitest';
import { RETRY_PAUSES, TEST_RETRY_PAUSES } from '../../../src/catalogue/webhook-retries.js';
import { epochMs, instant } from '../../../src/kernel/instant.js';
import { nextAttempt, retryAfter, spread } from '../../../src/webhooks/send/retry-schedule.js';

const now = instant('2030-01-01T00:00:00Z');
const seconds = (at: ReturnType<typeof nextAttempt>) =>
  at === undefined ? undefined : (epochMs(at) - epochMs(now)) / 1_000;

describe('the schedule of a webhook', () => {
  test('has ten attempts in about three days', () => {
    const pauses = Array.from({ length: 11 }, (_, i) =>
      seconds(nextAttempt(now, { attempts: i + 1, pauses: RETRY_PAUSES })),
    );
    expect(pauses).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, undefined, undefined]);
  });

  test('of a test has seven in about a minute', () => {
    const pauses = Array.from({ length: 7 }, (_, i) =>
      seconds(nextAttempt(now, { attempts: i + 1, pauses: TEST_RETRY_PAUSES })),
    );
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, undefined]);
  });

  test.each([
    [0, 270],
    [0.5, 300],
    [1, 330],
  ])('is shifted by up to a tenth: %d gives %d seconds', (jitter, expected) =>
    expect(seconds(nextAttempt(now, { attempts: 2, pauses: RETRY_PAUSES, jitter }))).toBeCloseTo(expected),
  );

  test.each([
    [10, 300],
    [400, 400],
    [100_000, 600],
  ])('is lengthened by Retry-After alone, up to twice: %d seconds give %d', (asked, expected) =>
    expect(seconds(nextAttempt(now, { attempts: 2, pauses: RETRY_PAUSES, retryAfter: asked }))).toBe(expected),
  );
});

test.each([
  ['120', 120],
  [' 7 ', 7],
  ['Tue, 01 Jan 2030 00:01:00 GMT', 60],
  ['Mon, 31 Dec 2029 00:00:00 GMT', 0],
  ['soon', undefined],
  ['-5x', undefined],
  [undefined, undefined],
])('Retry-After %j asks for %j seconds', (header, expected) => expect(retryAfter(header, now)).toBe(expected));

test('what failed together is spread evenly, the same each time', () => {
  const spreads = Array.from({ length: 1_000 }, (_, i) => spread('delivery', String(i)));
  expect(spreads).toEqual(Array.from({ length: 1_000 }, (_, i) => spread('delivery', String(i))));
  expect(spreads.every((each) => each >= 0 && each < 1)).toBe(true);
  for (let tenth = 0; tenth < 10; tenth++) {
    expect(spreads.filter((each) => Math.floor(each * 10) === tenth).length).toBeGreaterThan(50);
  }
});

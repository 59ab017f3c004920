import { describe, expect, test } from 'vitest';
import { HOUR, instant, plus } from '../../../src/kernel/instant.js';
import { positionsInTime } from '../../../src/ports/stores/time-search.js';

const START = instant('2030-01-01T00:00:00Z');
const hour = (n: number) => plus(START, n * HOUR);

/** Events at positions from 1, each at its hour. */
async function search(hours: readonly number[], from: number, to: number) {
  const events = hours.map((n, i) => ({ position: i + 1, at: hour(n) }));
  const next = async (after: number) => events.find(({ position }) => position > after);
  const found = await positionsInTime(next, { from: hour(from), to: hour(to), head: events.length });
  const { after, until = events.length } = found;
  const inRange = events.filter(({ at }) => at >= hour(from) && at <= hour(to));
  return { ...found, missed: inRange.filter(({ position }) => position <= after || position > until).length };
}

const ordered = Array.from({ length: 300 }, (_, n) => n);
/** From `at`, so many events are `hours` off. */
const jumped = (at: number, length: number, hours: number) =>
  ordered.map((n) => (n >= at && n < at + length ? n + hours : n));

describe('positions of a time range', () => {
  test('are the exact ones where the times are in order', async () => {
    expect(await search(ordered, 10, 20)).toEqual({ after: 10, until: 21, missed: 0 });
    expect(await search(ordered, 290, 999)).toEqual({ after: 290, until: undefined, missed: 0 });
    expect(await search([], 1, 2)).toEqual({ after: 0, until: undefined, missed: 0 });
  });

  test.each([
    [290, 5],
    [150, 60],
    [100, 190],
    [10, 100],
  ])('hold the last events after a clock that ran 400 days ahead at %i for %i events', async (at, length) => {
    expect(await search(jumped(at, length, 9_600), 297, 299)).toMatchObject({ missed: 0 });
    expect(await search(jumped(at, length, 9_600), 292, 298)).toMatchObject({ missed: 0 });
  });

  test('hold the events of a clock that ran two hours ahead or behind', async () => {
    for (const hours of [2, -2, 30, -30]) {
      for (const [from, to] of [
        [120, 140],
        [150, 170],
        [200, 202],
      ] as const)
        expect(await search(jumped(150, 40, hours), from, to)).toMatchObject({ missed: 0 });
    }
  });
});

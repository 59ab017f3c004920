import { describe, expect, test } from 'vitest';
import type { Window } from './campaign.js';
import { failures } from './verdict.js';

const ALONE_MS = 30;

/** A window in which every time of the quiet tenant is the same. */
function windowOf(beside: string, ms: number, attackers: number, stallMs = 0): Window {
  const times = { post: [ms], list: [ms], frame: [ms], webhook: [ms] };
  const tallies = Array.from({ length: attackers }, () => ({ statuses: { 200: 1 }, faults: [] }));
  const reading = { stallMs, stalls: 0, peakMiB: 200, gcMs: 0, waitedMs: 0, waiting: 0 };
  return { beside, times, tallies, wrong: [], ...reading };
}

const found = (window: Window) => failures({ windows: [windowOf('nobody', ALONE_MS, 0), window], wrong: [] });

describe('the campaign of isolation ends with a failure', () => {
  test.each([
    ['tenants', 10, 3 * ALONE_MS],
    ['all', 20, 100],
    ['members', 1, 100],
  ])('where a p99 beside %s (%i at once) is over %i ms', (beside, attackers, most) => {
    expect(found(windowOf(beside, most, attackers))).toEqual([]);
    expect(found(windowOf(beside, most + 1, attackers))).toHaveLength(4);
  });

  test('where the event loop stood still for more than 100 ms', () => {
    expect(found(windowOf('all', 1, 20, 100))).toEqual([]);
    expect(found(windowOf('all', 1, 20, 101))).toEqual(['beside all: the event loop stood still for 101 ms']);
  });
});

import { describe, expect, test } from 'vitest';
import { HOSTILE, NOBODY, type Window } from './campaign.js';
import type { Duration } from './quiet-tenant.js';
import { failures, noisyRemarks } from './verdict.js';

const ALONE: Duration = { workedMs: 3, wallMs: 4 };
const SERVED = { 200: 1 };

interface Given {
  readonly duration?: Duration;
  readonly statuses?: Readonly<Record<number, number>>;
  readonly wrong?: readonly string[];
}

/** A window in which every time of the quiet tenant is the same. */
function windowOf(beside: string, { duration = ALONE, statuses = SERVED, wrong = [] }: Given = {}): Window {
  const times = { post: [duration], list: [duration], frame: [duration] };
  const attackers = [{ name: 'lists' as const, statuses, faults: [] }];
  return { beside, times, attackers, wrong, stallMs: 0, peakMiB: 200, waitedMs: 0, waiting: 0 };
}

const reportOf = (window: Window) => ({ windows: [windowOf(NOBODY), window], wrong: [] });
const found = (window: Window) => failures(reportOf(window));

describe('the campaign of isolation ends with a failure', () => {
  test('where the service works for more than 150 ms beside the hostile tenants', () => {
    expect(found(windowOf(HOSTILE, { duration: { workedMs: 150, wallMs: 900 } }))).toEqual([]);
    expect(found(windowOf(HOSTILE, { duration: { workedMs: 151, wallMs: 900 } }))).toEqual(
      ['post', 'list', 'frame'].map((what) => `${what}: the service works 151 ms (p99), at most 150 ms`),
    );
  });

  test('where one request takes more than a second beside the hostile tenants', () => {
    expect(found(windowOf(HOSTILE, { duration: { workedMs: 3, wallMs: 1_000 } }))).toEqual([]);
    expect(found(windowOf(HOSTILE, { duration: { workedMs: 3, wallMs: 1_001 } }))).toHaveLength(3);
  });

  test('where a tenant is never served', () => {
    expect(found(windowOf(HOSTILE, { statuses: { 0: 3, 200: 1 } }))).toEqual([]);
    expect(found(windowOf(HOSTILE, { statuses: { 0: 3 } }))).toEqual(['beside hostile tenants: lists starves']);
  });

  test('where a message of the quiet tenant does not arrive', () => {
    expect(found(windowOf('bodies', { wrong: ['no frame'] }))).toEqual(['beside bodies: no frame']);
  });
});

test('the neighbour of a noisy tenant is reported, and is no failure', () => {
  const [close, far] = [3, 3.1].map((ratio) =>
    windowOf('noisy-lists', { duration: { workedMs: 500, wallMs: 4 * ratio } }),
  );
  expect(noisyRemarks(reportOf(close as Window))).toEqual([]);
  expect(noisyRemarks(reportOf(far as Window))).toHaveLength(3);
  expect(found(far as Window)).toEqual([]);
});

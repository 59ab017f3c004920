import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FoldProgress } from '../../../../src/engine/read-models/building/fold-progress.js';
import { SECOND } from '../../../../src/kernel/instant.js';

let nowMs = 0;
let lines: object[] = [];
const logger = {
  debug() {},
  warn() {},
  error() {},
  info: (fields: object, message: string) => lines.push({ ...fields, message }),
};
const progress = () => new FoldProgress('They', { monotonic: () => nowMs }, logger);

beforeEach(() => {
  vi.useFakeTimers();
  nowMs = 0;
  lines = [];
});
afterEach(() => {
  vi.useRealTimers();
});

function pass(ms: number): void {
  nowMs += ms;
  vi.advanceTimersByTime(ms);
}

test('has a line at the begin, every five seconds and at the end', () => {
  const they = progress();
  they.begin(1_000);
  they.folded(100, 90);
  pass(5 * SECOND);
  they.folded(400, 410);
  pass(5 * SECOND);
  they.folded(500, 500);
  pass(SECOND);
  they.end();
  pass(60 * SECOND);
  expect(lines).toEqual([
    { percent: 0, events: 0, positions: 0, positions_of: 1_000, message: 'They are being built' },
    {
      ...{ percent: 10, events: 90, positions: 100, positions_of: 1_000, events_per_second: 18, seconds_left: 45 },
      message: 'They are being built',
    },
    {
      ...{ percent: 50, events: 500, positions: 500, positions_of: 1_000, events_per_second: 50, seconds_left: 10 },
      message: 'They are being built',
    },
    {
      ...{ percent: 100, events: 1_000, positions: 1_000, positions_of: 1_000, events_per_second: 91, seconds_left: 0 },
      message: 'They are built',
    },
  ]);
});

test('is a share of the positions while it runs, and whole before and afterwards', () => {
  const they = progress();
  expect([they.isRunning, they.ratio]).toEqual([false, 1]);
  they.begin(8);
  expect([they.isRunning, they.ratio]).toEqual([true, 0]);
  they.folded(2, 1);
  expect(they.ratio).toBe(0.25);
  they.folded(20, 1);
  expect(they.ratio).toBe(1);
  they.end();
  expect([they.isRunning, they.ratio]).toEqual([false, 1]);
});

test('begins anew, and ends without a line where it is stopped', () => {
  const they = progress();
  they.begin(10);
  they.folded(9, 9);
  they.begin(10);
  expect(they.ratio).toBe(0);
  they.stop();
  they.end();
  pass(60 * SECOND);
  expect(lines).toHaveLength(2);
});

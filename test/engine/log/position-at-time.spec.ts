import { expect, test } from 'vitest';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import type { EventLog } from '../../../src/engine/log/event-log.js';
import { MAX_CLOCK_SKEW_MS, positionsBetween } from '../../../src/engine/log/position-at-time.js';
import { HOUR, instant, plus } from '../../../src/kernel/instant.js';
import { NoSuchPosition } from '../../../src/ports/stores/event-store.js';
import { Count, counterDecider, meta, openLog } from '../commands/counter.js';

const start = instant('2030-01-01T00:00:00Z');
const hour = (n: number) => plus(start, n * HOUR);

/** The n-th event is of hour n - 1, at position n. */
async function logOfHours(hours: number): Promise<EventLog> {
  const { log } = openLog();
  const runner = new CommandRunner(log, systemIds, systemClock);
  for (let n = 0; n < hours; n++) await runner.run(counterDecider, new Count('a', {}, meta({ at: hour(n) })));
  return log;
}

test.each([
  [-1, -1, { after: 0, until: 0 }],
  [-1, 0, { after: 0, until: 1 }],
  [0, 0, { after: 0, until: 1 }],
  [1, 2, { after: 1, until: 3 }],
  [17, 30, { after: 17, until: 31 }],
  [39, 60, { after: 39, until: 40 }],
  [40, 60, { after: 40, until: 40 }],
])('the events from hour %i to hour %i stand in the range %j', async (from, to, range) => {
  expect(await positionsBetween(await logOfHours(40), hour(from), hour(to))).toEqual(range);
});

test('events out of order by less than the clock skew stand in the range', async () => {
  const { log } = openLog();
  const runner = new CommandRunner(log, systemIds, systemClock);
  const early = plus(start, -MAX_CLOCK_SKEW_MS + 1);
  for (const at of [start, early, start, early, start]) {
    await runner.run(counterDecider, new Count('a', {}, meta({ at })));
  }
  expect(await positionsBetween(log, start, start)).toEqual({ after: 0, until: 5 });
  expect(await positionsBetween(log, early, early)).toEqual({ after: 0, until: 5 });
});

test('in a log that reads only from positions of events the range is larger, and ends by time', async () => {
  const log = await logOfHours(5);
  const known = new Set([0, ...(await log.readAll(0, 10)).map(({ meta }) => meta.position)]);
  const minding = Object.create(log) as EventLog;
  minding.head = async () => 1_000_000;
  minding.readAll = async (after, limit) => {
    if (!known.has(after)) throw new NoSuchPosition('between events');
    return log.readAll(after, limit);
  };
  expect(await positionsBetween(minding, hour(3), hour(4))).toEqual({
    after: 0,
    until: 1_000_000,
    untilTime: plus(hour(4), MAX_CLOCK_SKEW_MS),
  });
});

test('the range of an empty log is empty', async () => {
  expect(await positionsBetween(await logOfHours(0), start, hour(1))).toEqual({ after: 0, until: 0 });
});

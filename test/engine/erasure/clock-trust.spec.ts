import { beforeEach, expect, test } from 'vitest';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { ClockTrust } from '../../../src/engine/erasure/clock-trust.js';
import type { EventLog } from '../../../src/engine/log/event-log.js';
import { DAY, HOUR, type Instant, instant, plus } from '../../../src/kernel/instant.js';
import { Count, counterDecider, meta, openLog } from '../commands/counter.js';

const times = { lookMs: 1_000_000, keepMs: 0, jumpMs: HOUR, waitMs: DAY };

let operations: SqliteOperationalStore;
let log: EventLog;
let now: Instant;
let monotonic: number;
let lines: number;
beforeEach(async () => {
  operations = new SqliteOperationalStore(':memory:');
  ({ log } = openLog());
  now = instant('2030-01-01');
  monotonic = 0;
  lines = 0;
  await new CommandRunner(log, systemIds, systemClock).run(counterDecider, new Count('a', {}, meta({ at: now })));
});

const clock = { now: () => now, monotonic: () => monotonic };
const pass = (ms: number) => {
  now = plus(now, ms);
  monotonic += ms;
};
const logger = { debug() {}, info() {}, error() {}, warn: () => void lines++ };
async function started(trusted = false) {
  const trust = new ClockTrust(log, operations, clock, logger, trusted, times);
  await trust.start();
  return trust;
}

test('a start that is 400 days ahead of the last event holds removals for a day of work, over restarts', async () => {
  now = plus(now, 400 * DAY);
  let trust = await started();
  expect([trust.isTrusted, lines]).toEqual([false, 1]);
  for (let n = 0; n < 23; n++) {
    pass(HOUR);
    await trust.look();
  }
  expect(trust.isTrusted).toBe(false);
  trust.close();
  trust = await started();
  expect(trust.isTrusted).toBe(false);
  pass(HOUR);
  await trust.look();
  expect(trust.isTrusted).toBe(true);
  trust.close();
  expect((await started()).isTrusted).toBe(true);
});

test('a start with a trusted clock holds nothing, and neither does the next one', async () => {
  now = plus(now, 400 * DAY);
  (await started(true)).close();
  expect((await started()).isTrusted).toBe(true);
});

test('a jump while it runs is noticed before the next removal', async () => {
  const trust = await started();
  expect(trust.isTrusted).toBe(true);
  pass(DAY);
  expect(trust.isTrusted).toBe(true);
  now = plus(now, 2 * HOUR);
  expect([trust.isTrusted, lines]).toEqual([false, 1]);
});

test('a clock that was set right again is trusted at the next start', async () => {
  now = plus(now, 400 * DAY);
  (await started()).close();
  now = plus(now, -400 * DAY + HOUR);
  expect((await started()).isTrusted).toBe(true);
});

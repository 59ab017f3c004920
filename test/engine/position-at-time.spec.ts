import { expect, test } from 'vitest';
import { systemIds } from '../../src/adapters/system/ids.js';
import { CommandRunner } from '../../src/engine/commands/command-runner.js';
import type { EventLog } from '../../src/engine/log/event-log.js';
import { positionBefore } from '../../src/engine/log/position-at-time.js';
import { HOUR, instant, plus } from '../../src/kernel/instant.js';
import { NoSuchPosition } from '../../src/ports/event-store.js';
import { Count, counterDecider, meta, openLog } from './counter.js';

const start = instant('2030-01-01T00:00:00Z');
const hour = (n: number) => plus(start, n * HOUR);

/** An event every hour. */
async function ofHours(hours: number): Promise<EventLog> {
  const { log } = openLog();
  const runner = new CommandRunner(log, systemIds);
  for (let n = 0; n < hours; n++) await runner.run(counterDecider, new Count('a', {}, meta({ at: hour(n) })));
  return log;
}

test('what happened since a moment stands behind the position that is found, and little else', async () => {
  const log = await ofHours(40);
  for (const n of [-1, 0, 1, 17, 39, 40]) {
    const [first] = await log.readAll(await positionBefore(log, hour(n)), 1);
    expect(first?.meta.at).toBe(n < 40 ? hour(Math.max(0, n)) : undefined);
  }
});

test('in a log that answers behind events alone nothing is missed', async () => {
  const log = await ofHours(5);
  const known = new Set([0, ...(await log.readAll(0, 10)).map(({ meta }) => meta.position)]);
  const minding = Object.create(log) as EventLog;
  minding.head = async () => 1_000_000;
  minding.readAll = async (after, limit) => {
    if (!known.has(after)) throw new NoSuchPosition('between events');
    return log.readAll(after, limit);
  };
  expect(await positionBefore(minding, hour(3))).toBe(0);
});

test('an empty log begins at its start', async () => expect(await positionBefore(await ofHours(0), start)).toBe(0));

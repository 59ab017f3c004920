import { describe, expect, test } from 'vitest';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { codecFor } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import type { Decider } from '../../../src/kernel/decider.js';
import { HOUR, type Instant, instant, MINUTE, plus } from '../../../src/kernel/instant.js';
import { streamName } from '../../../src/kernel/stream.js';
import { TENANT } from '../../support/given/given.js';
import { SharedLog } from '../../support/given/shared-log.js';
import { Count, type Counted, counterDecider, meta, openLog, vocabulary } from './counter.js';

const START = instant('2030-01-01T10:00:00Z');

const clockAt = (start: Instant) => {
  const clock = { time: start, now: () => clock.time, monotonic: () => 0 };
  return clock;
};

const count = (id = 'a', more: object = {}, data: Count['data'] = {}) =>
  new Count(id, data, meta({ at: START, ...more }));

const timesOf = (log: EventLog, id = 'a') =>
  log.read(streamName('counter', TENANT, id), { limit: 1_000 }).then((events) => events.map(({ meta: { at } }) => at));

const sharedLog = () => new EventLog(new SharedLog(new SqliteEventStore(':memory:')), codecFor(vocabulary));

describe('the time of an event', () => {
  test('is that of the decision, which the decider sees, too', async () => {
    const { log } = openLog();
    const clock = clockAt(plus(START, 5 * MINUTE));
    const seen: Instant[] = [];
    const watching: Decider<Count, number, Counted> = {
      ...counterDecider,
      decide(command, state) {
        seen.push(command.meta.at);
        return counterDecider.decide(command, state);
      },
    };
    await new CommandRunner(log, systemIds, clock).run(watching, count());
    expect(await timesOf(log)).toEqual([clock.time]);
    expect(seen).toEqual([clock.time]);
  });

  test('is never earlier than the newest event of its stream, whatever two clocks say', async () => {
    const log = sharedLog();
    const [ahead, behind] = [clockAt(plus(START, HOUR)), clockAt(START)];
    const [one, two] = [new CommandRunner(log, systemIds, ahead), new CommandRunner(log, systemIds, behind)];
    await one.run(counterDecider, count());
    await two.run(counterDecider, count());
    await two.run(counterDecider, count());
    expect(await timesOf(log)).toEqual([ahead.time, ahead.time, ahead.time]);
    await two.run(counterDecider, count('b'));
    expect(await timesOf(log, 'b')).toEqual([behind.time]);
  });

  test('does not go back with the clock of the process', async () => {
    const { log } = openLog();
    const clock = clockAt(plus(START, HOUR));
    const runner = new CommandRunner(log, systemIds, clock);
    await runner.run(counterDecider, count('a'));
    clock.time = START;
    await runner.run(counterDecider, count('b'));
    expect(await timesOf(log, 'b')).toEqual([plus(START, HOUR)]);
  });
});

describe('a command that may have run before', () => {
  test('is found behind any number of events with earlier times', async () => {
    const { log } = openLog();
    const runner = new CommandRunner(log, systemIds, clockAt(plus(START, HOUR)));
    const first = await runner.run(counterDecider, count('a', { commandId: 'keyed' }));
    const stream = streamName('counter', TENANT, 'a');
    const later = Array.from({ length: 500 }, (_, i) => ({
      type: 'Counted',
      data: { to: i + 2 },
      meta: { ...meta(), id: systemIds.next(), at: plus(START, -HOUR) },
    }));
    await log.append(stream, 1, later);
    const again = { commandId: 'keyed', since: plus(START, HOUR), after: 0 };
    const fresh = new CommandRunner(log, systemIds, clockAt(START));
    const found = await fresh.run(counterDecider, count('a', again));
    expect(found.events.map(({ meta: { id } }) => id)).toEqual(first.events.map(({ meta: { id } }) => id));
    expect(await timesOf(log)).toHaveLength(501);
  });

  test('a process that was frozen beyond its claim finds what another did under it', async () => {
    const log = sharedLog();
    const clock = clockAt(START);
    const [frozen, other] = [new CommandRunner(log, systemIds, clock), new CommandRunner(log, systemIds, clock)];
    await frozen.run(counterDecider, count());
    const after = await log.head();
    const claimed = { commandId: 'keyed', after };
    const done = await other.run(counterDecider, count('a', { ...claimed, since: START }));
    await other.run(counterDecider, count());
    expect(await frozen.peek(counterDecider, TENANT, 'a')).toBe(3);
    const late = await frozen.run(counterDecider, count('a', claimed));
    expect(late.events.map(({ meta: { id } }) => id)).toEqual(done.events.map(({ meta: { id } }) => id));
    expect(await timesOf(log)).toHaveLength(3);
  });
});

import { expect, test } from 'vitest';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { codecFor } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { streamName } from '../../../src/kernel/stream.js';
import type { EventStore, ReadOptions } from '../../../src/ports/stores/event-store.js';
import { TENANT } from '../../support/given/given.js';
import { Count, counterDecider, meta, openLog, vocabulary } from './counter.js';

const stream = streamName('counter', TENANT, 'a');
const count = (more = {}) => new Count('a', {}, meta(more));

/** Processes on one log, with the number of reads of each. */
function sharing() {
  const { store } = openLog();
  const aProcess = () => {
    const reads = { count: 0 };
    const shared = new Proxy<EventStore>(store, {
      get(target, name) {
        if (name === 'exclusive') return false;
        if (name === 'read')
          return (asked: string, options: ReadOptions) => {
            reads.count++;
            return target.read(asked, options);
          };
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const log = new EventLog(shared, codecFor(vocabulary));
    return { log, reads, runner: new CommandRunner(log, systemIds, systemClock) };
  };
  return aProcess;
}

test('nothing is read for keyed commands while no other process writes to the stream', async () => {
  const aProcess = sharing();
  const [other, own] = [aProcess(), aProcess()];
  const { position: after } = await other.runner.run(counterDecider, count());
  await own.runner.run(counterDecider, count());
  own.reads.count = 0;
  for (let i = 0; i < 5; i++) await own.runner.run(counterDecider, count({ after }));
  expect(own.reads.count).toBe(0);
  await other.runner.run(counterDecider, count());
  await own.runner.run(counterDecider, count({ after }));
  expect(own.reads.count).toBeGreaterThan(0);
  expect(await own.log.read(stream, { limit: 20 })).toHaveLength(9);
});

test('a command taken over elsewhere is found behind own events', async () => {
  const aProcess = sharing();
  const [slow, quick] = [aProcess(), aProcess()];
  const { position: after } = await slow.runner.run(counterDecider, count());
  const keyed = count({ after });
  const first = await quick.runner.run(counterDecider, keyed);
  for (let i = 0; i < 3; i++) await slow.runner.run(counterDecider, count());
  const second = await slow.runner.run(counterDecider, keyed);
  expect(second.events).toEqual(first.events);
  expect(await slow.log.read(stream, { limit: 10 })).toHaveLength(5);
});

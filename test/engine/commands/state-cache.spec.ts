import { expect, test } from 'vitest';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { StateCache } from '../../../src/engine/commands/state-cache.js';
import { codecFor } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { streamName } from '../../../src/kernel/stream.js';
import { newEventMeta, TENANT } from '../../support/given/given.js';
import { counterDecider, vocabulary } from './counter.js';

const stream = streamName('counter', TENANT, 'a');
const counted = (to: number) => ({ type: 'Counted', data: { to }, meta: newEventMeta(`event-${to}`) });

test('a slow read of a stream does not undo what was appended meanwhile', async () => {
  const log = new EventLog(new SqliteEventStore(':memory:'), codecFor(vocabulary));
  await log.append(stream, 0, [counted(1)]);
  let go = () => {};
  const paused = new Promise<void>((resume) => {
    go = resume;
  });
  const slow = Object.create(log, {
    readExactly: {
      value: async (...asked: Parameters<EventLog['readExactly']>) => {
        const events = await log.readExactly(...asked);
        await paused;
        return events;
      },
    },
    exclusive: { value: true },
  }) as EventLog;
  const decider = { ...counterDecider, window: 10 };
  const states = new StateCache(slow);
  const reading = states.latest(decider, stream);
  const appended = await log.append(stream, 1, [counted(2)]);
  states.advance(decider, stream, { state: 1, version: 1, position: 1 }, appended);
  go();
  await reading;
  expect(states.known(stream)).toMatchObject({ state: 2, version: 2 });
});

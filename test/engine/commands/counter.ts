import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { codecFor } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import type { Loop } from '../../../src/fairness/loop.js';
import { type CommandMeta, command } from '../../../src/kernel/command.js';
import type { Decider } from '../../../src/kernel/decider.js';
import type { Event } from '../../../src/kernel/event.js';
import { type Projection, projection } from '../../../src/kernel/projection.js';
import { reject } from '../../../src/kernel/rejection.js';
import { parseStreamName } from '../../../src/kernel/stream.js';
import { commandMeta } from '../../support/given/given.js';

/** A small thing to be decided: counts up, never beyond its limit. */
export type Counted = Event<'Counted', { readonly to: number }>;
export class Count extends command('Count')<{ limit?: number; events?: number }> {}

export const counterDecider: Decider<Count, number, Counted> = {
  category: 'counter',
  initial: 0,
  decide: ({ data: { limit = 1_000_000, events = 1 } }, count) => {
    if (count >= limit) return reject('errors.conversation.locked');
    return Array.from({ length: events }, (_, i) => ({ type: 'Counted', data: { to: count + 1 + i } }));
  },
  evolve: (_, { data }) => data.to,
};

export interface CounterDoc {
  readonly id: string;
  readonly count: number;
  readonly folded: number;
}

export const counters = (version = 1): Projection<CounterDoc, Counted> =>
  projection({
    name: 'counter',
    version,
    erasedWith: 'never',
    fields: { count: ({ count }) => count },
    indexes: [['count']],
    counters: [[]],
    key: ({ meta }) => parseStreamName(meta.stream).id,
    on: {
      Counted: (doc, { data, meta }) => ({
        id: parseStreamName(meta.stream).id,
        count: data.to * version,
        folded: (doc?.folded ?? 0) + 1,
      }),
    },
  });

let commands = 0;
/** The meta of a command with an id of its own. */
export const meta = (more: Partial<CommandMeta> = {}): CommandMeta =>
  commandMeta({ commandId: `command-${++commands}`, ...more });

export const vocabulary = { types: { Counted: 1, ParkedSkipped: 1 }, upcasters: {} };

/** @param loop default: reads wait for no turn */
export function openLog(path = ':memory:', loop?: Loop) {
  const store = new SqliteEventStore(path, loop ? { loop } : {});
  return { store, log: new EventLog(store, codecFor(vocabulary)) };
}

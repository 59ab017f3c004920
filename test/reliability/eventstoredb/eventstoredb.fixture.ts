import { randomUUID } from 'node:crypto';
import { KurrentEventStore, type KurrentEventStoreOptions } from '../../../src/adapters/eventstoredb/event-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { codecFor } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { streamName } from '../../../src/kernel/stream.js';
import type { EventStore } from '../../../src/ports/stores/event-store.js';
import { Count, type Counted, counterDecider, meta, vocabulary } from '../../engine/commands/counter.js';
import { TENANT } from '../../support/given/given.js';

export const SERVER = process.env.TEST_EVENT_STORE_URL;
export const NO_SERVER = 'skipped, as TEST_EVENT_STORE_URL names no server';

export const hostOf = (url: string): { host: string; port: number } => {
  const [, host = '', port = '2113'] = /:\/\/(?:[^@]*@)?([^:/?,]+)(?::(\d+))?/.exec(url) ?? [];
  return { host, port: Number(port) };
};

export const throughPort = (port: number, more = ''): string => `kurrentdb://127.0.0.1:${port}?tls=false${more}`;

export const storeAt = (url: string, options: KurrentEventStoreOptions = {}): KurrentEventStore =>
  new KurrentEventStore(url, { allowVolatile: true, ...options });

/** One line for appends, another for all the rest. */
export const appendingThrough = (line: EventStore, other: EventStore): EventStore => ({
  exclusive: false,
  judgesConditions: false,
  append: (stream, expected, events) => line.append(stream, expected, events),
  read: (stream, options) => other.read(stream, options),
  readAll: (after, limit) => other.readAll(after, limit),
  head: () => other.head(),
  tail: (after, handle, failed) => other.tail(after, handle, failed),
  close: async () => {},
});

/** Counters behind the whole engine: what it answers against what is stored. */
export function counting(store: EventStore) {
  const log = new EventLog(store, codecFor(vocabulary));
  const runner = new CommandRunner(log, systemIds, systemClock);
  const acknowledged = new Map<string, number[]>();
  return {
    log,
    async count(target: string): Promise<void> {
      const command = new Count(target, {}, meta({ commandId: randomUUID() }));
      const { events } = await runner.run(counterDecider, command);
      const numbers = acknowledged.get(target) ?? [];
      numbers.push(...events.map((event) => (event as unknown as Counted).data.to));
      acknowledged.set(target, numbers);
    },
    acknowledged: (target: string): readonly number[] =>
      [...(acknowledged.get(target) ?? [])].sort((one, other) => one - other),
  };
}

export async function storedNumbers(store: EventStore, target: string): Promise<readonly number[]> {
  const stored = await store.read(streamName('counter', TENANT, target), { limit: 10_000 });
  return stored.map(({ body }) => (JSON.parse(body) as { data: { to: number } }).data.to);
}

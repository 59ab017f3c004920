import type { Recorded } from '../../kernel/event.js';
import type { EventLog, EventPosition } from './event-log.js';

async function newestEvent(log: EventLog, stream: string): Promise<Recorded | undefined> {
  return (await log.read(stream, { backwards: true, limit: 1 })).at(0);
}

/** The event at a version, or the first event after it that is still stored. */
export async function eventAt(log: EventLog, stream: string, version: number): Promise<Recorded | undefined> {
  return (await log.read(stream, { from: version, limit: 1 })).at(0);
}

/**
 * The first version whose event satisfies `holds`, which every later event must satisfy too; one past the newest if
 * none does. Searches exponentially from the end, then binary, so it reads O(log n) events.
 */
export const firstVersion = (log: EventLog, stream: string, holds: (event: Recorded) => boolean): Promise<number> =>
  search({
    newest: () => newestEvent(log, stream),
    at: (version) => eventAt(log, stream, version),
    versionOf: ({ meta }) => meta.version,
    holds,
  });

/** The first version after a position, of every version of the service; one past the newest if there is none. */
export const firstVersionAfter = (log: EventLog, stream: string, position: number): Promise<number> =>
  search<EventPosition>({
    newest: async () => (await log.positions(stream, { backwards: true, limit: 1 })).at(0),
    at: async (version) => (await log.positions(stream, { from: version, limit: 1 })).at(0),
    versionOf: ({ version }) => version,
    holds: (each) => each.position > position,
  });

interface Searched<E> {
  newest(): Promise<E | undefined>;
  at(version: number): Promise<E | undefined>;
  versionOf(event: E): number;
  holds(event: E): boolean;
}

async function search<E>({ newest: readNewest, at, versionOf, holds }: Searched<E>): Promise<number> {
  const newest = await readNewest();
  if (!newest) return 1;
  if (!holds(newest)) return versionOf(newest) + 1;
  let high = versionOf(newest);
  let low = 0;
  const probe = async (version: number) => {
    const event = await at(version);
    if (!event || holds(event)) high = version;
    else low = version;
  };
  for (let step = 1; low === 0 && high > 1; step *= 2) await probe(Math.max(1, high - step));
  while (high - low > 1) await probe(low + Math.floor((high - low) / 2));
  return high;
}

/** The newest event of a stream at or before a position. */
export async function newestAt(log: EventLog, stream: string, position: number): Promise<Recorded | undefined> {
  const { events, last } = await log.readablePage(stream, { backwards: true, limit: 1 });
  if (!last) return undefined;
  if (last.position <= position) return events.at(0) ?? eventAt(log, stream, last.version);
  const after = await firstVersionAfter(log, stream, position);
  return after > 1 ? eventAt(log, stream, after - 1) : undefined;
}

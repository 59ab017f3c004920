import type { Recorded } from '../../kernel/event.js';
import type { EventLog } from './event-log.js';

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
export async function firstVersion(
  log: EventLog,
  stream: string,
  holds: (event: Recorded) => boolean,
): Promise<number> {
  const newest = await newestEvent(log, stream);
  if (!newest) return 1;
  if (!holds(newest)) return newest.meta.version + 1;
  let high = newest.meta.version;
  let low = 0;
  const probe = async (version: number) => {
    const event = await eventAt(log, stream, version);
    if (!event || holds(event)) high = version;
    else low = version;
  };
  for (let step = 1; low === 0 && high > 1; step *= 2) await probe(Math.max(1, high - step));
  while (high - low > 1) await probe(low + Math.floor((high - low) / 2));
  return high;
}

/** The newest event of a stream at or before a position. */
export async function newestAt(log: EventLog, stream: string, position: number): Promise<Recorded | undefined> {
  const newest = await newestEvent(log, stream);
  if (!newest || newest.meta.position <= position) return newest;
  const after = await firstVersion(log, stream, ({ meta }) => meta.position > position);
  return after > 1 ? eventAt(log, stream, after - 1) : undefined;
}

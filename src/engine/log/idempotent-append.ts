import type { Recorded } from '../../kernel/event.js';
import type { StreamVersion } from '../../kernel/stream.js';
import { StoreUnavailable, WrongVersion } from '../../ports/stores/event-store.js';
import type { NewEvent } from './codec.js';
import type { EventLog } from './event-log.js';

const PAUSES_MS = [50, 250, 1_000];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The batch as stored at its place in the stream; undefined when other events are there. */
async function storedBatch(log: EventLog, stream: string, expected: number, events: readonly NewEvent[]) {
  const stored = await log.readExactly(stream, { from: expected + 1, limit: events.length });
  return stored.length === events.length && stored.every(({ meta }, i) => meta.id === events[i]?.meta.id)
    ? stored
    : undefined;
}

/**
 * Appends, and after an unclear outcome appends the identical batch again. If that conflicts, it compares the stored
 * event ids, so a batch is neither stored twice nor reported as a conflict with itself.
 * @throws BrokenCondition where a stream of `given` has moved, WrongVersion when another writer appended first, StoreUnavailable when every attempt failed.
 */
export async function idempotentAppend(
  log: EventLog,
  stream: string,
  expected: number,
  events: readonly NewEvent[],
  given?: readonly StreamVersion[],
): Promise<readonly Recorded[]> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await log.append(stream, expected, events, given);
    } catch (error) {
      if (error instanceof WrongVersion && attempt > 0) {
        const stored = await storedBatch(log, stream, expected, events);
        if (stored) return stored;
      }
      const wait = PAUSES_MS[attempt];
      if (!(error instanceof StoreUnavailable) || wait === undefined) throw error;
      await pause(wait);
    }
  }
}

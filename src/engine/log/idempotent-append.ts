import type { Recorded } from '../../kernel/event.js';
import { StoreUnavailable, WrongVersion } from '../../ports/event-store.js';
import type { NewEvent } from './codec.js';
import type { EventLog } from './event-log.js';

const PAUSES_MS = [50, 250, 1_000];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What of our batch stands at the place it was meant for; undefined when anything else does. */
async function found(log: EventLog, stream: string, expected: number, events: readonly NewEvent[]) {
  const there = await log.read(stream, { from: expected + 1, limit: events.length });
  return there.length === events.length && there.every(({ meta }, i) => meta.id === events[i]?.meta.id)
    ? there
    : undefined;
}

/**
 * Appends, and after an unclear outcome appends the identical batch again; then the stream is searched for our ids,
 * so that nothing is stored twice and nothing that was stored is called a conflict.
 * @throws WrongVersion when someone else was quicker, StoreUnavailable when the store stayed away.
 */
export async function idempotentAppend(
  log: EventLog,
  stream: string,
  expected: number,
  events: readonly NewEvent[],
): Promise<readonly Recorded[]> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await log.append(stream, expected, events);
    } catch (error) {
      if (error instanceof WrongVersion && attempt > 0) {
        const ours = await found(log, stream, expected, events);
        if (ours) return ours;
      }
      const wait = PAUSES_MS[attempt];
      if (!(error instanceof StoreUnavailable) || wait === undefined) throw error;
      await pause(wait);
    }
  }
}

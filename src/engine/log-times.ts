import type { Position, Recorded } from '../kernel/event.js';
import { type Instant, MINUTE, plus } from '../kernel/instant.js';
import { NoSuchPosition } from '../ports/event-store.js';
import type { EventLog } from './event-log.js';

/** Clocks of several processes differ by less: so far from its place by time an event may stand. */
export const SKEW_MS = MINUTE;

/**
 * A position behind which every event of `from` and later stands, found by halving; in a log that answers only
 * behind positions of events it is the start.
 */
export async function positionBefore(log: EventLog, from: Instant): Promise<Position> {
  const wanted = plus(from, -SKEW_MS);
  let low = 0;
  let high = await log.head();
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    const next = await firstBehind(log, middle);
    if (next === 'unreadable') return low;
    if (next && next.meta.at < wanted) low = next.meta.position;
    else high = middle;
  }
  return low;
}

async function firstBehind(log: EventLog, position: Position): Promise<Recorded | 'unreadable' | undefined> {
  try {
    return (await log.readAll(position, 1))[0];
  } catch (error) {
    if (error instanceof NoSuchPosition) return 'unreadable';
    throw error;
  }
}

import type { Position, Recorded } from '../../kernel/event.js';
import { type Instant, MINUTE, plus } from '../../kernel/instant.js';
import { NoSuchPosition } from '../../ports/stores/event-store.js';
import type { EventLog } from './event-log.js';

/** The clocks of two processes differ by less, so by less the times of the log are out of order. */
export const MAX_CLOCK_SKEW_MS = MINUTE;

export interface PositionRange {
  /** Exclusive. */
  readonly after: Position;
  /** Inclusive. */
  readonly until: Position;
  /** The range ends before the first event later than this, if that comes before `until`. */
  readonly untilTime?: Instant;
}

/** A range that holds every event from `from` to `to`, and few others. AuthenticatorService check the time of each event. */
export async function positionsBetween(log: EventLog, from: Instant, to: Instant): Promise<PositionRange> {
  const head = await log.head();
  const { position: after } = await lastPositionBefore(log, plus(from, -MAX_CLOCK_SKEW_MS), head);
  const untilTime = plus(to, MAX_CLOCK_SKEW_MS);
  const end = await lastPositionBefore(log, untilTime, head);
  return end.isExact ? { after, until: end.position } : { after, until: head, untilTime };
}

/**
 * The last position with no event of `time` or later at or before it, found by binary search. A log that reads only
 * from positions of events does not allow that search; the result is then not exact but lower.
 */
async function lastPositionBefore(log: EventLog, time: Instant, head: Position) {
  let [low, high] = [0, head];
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    const next = await firstEventAfter(log, middle);
    if (next === 'unreadable') return { position: low, isExact: false };
    if (next && next.meta.at < time) low = next.meta.position;
    else high = middle;
  }
  return { position: low, isExact: true };
}

async function firstEventAfter(log: EventLog, position: Position): Promise<Recorded | 'unreadable' | undefined> {
  try {
    return (await log.readAll(position, 1))[0];
  } catch (error) {
    if (error instanceof NoSuchPosition) return 'unreadable';
    throw error;
  }
}

import type { Position } from '../../kernel/event.js';
import { type Instant, MINUTE, plus } from '../../kernel/instant.js';
import { NoSuchPosition } from '../../ports/stores/event-store.js';
import { positionsInTime, type TimedPlace } from '../../ports/stores/time-search.js';
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

/** A range that holds every event from `from` to `to`, and few others. Callers check the time of each event. */
export async function positionsBetween(log: EventLog, from: Instant, to: Instant): Promise<PositionRange> {
  const head = await log.head();
  const range = { from: plus(from, -MAX_CLOCK_SKEW_MS), to: plus(to, MAX_CLOCK_SKEW_MS), head };
  try {
    const { after, until = head } = await positionsInTime((position) => firstEventAfter(log, position), range);
    return { after, until };
  } catch (error) {
    if (!(error instanceof NoSuchPosition)) throw error;
    return { after: 0, until: head, untilTime: range.to };
  }
}

async function firstEventAfter(log: EventLog, position: Position): Promise<TimedPlace | undefined> {
  const [event] = await log.readAll(position, 1);
  return event?.meta;
}

import type { Position, Recorded } from '../../kernel/event.js';
import { type Instant, MINUTE, plus } from '../../kernel/instant.js';
import { NoSuchPosition } from '../../ports/event-store.js';
import type { EventLog } from './event-log.js';

/** Clocks of several processes differ by less: so far from its place by time an event may stand. */
export const MAX_CLOCK_SKEW_MS = MINUTE;

export interface PositionRange {
  /** Exclusive. */
  readonly after: Position;
  /** Inclusive. */
  readonly until: Position;
}

/** A position behind which every event of `from` and later stands. */
export async function positionBefore(log: EventLog, from: Instant): Promise<Position> {
  return (await halved(log, plus(from, -MAX_CLOCK_SKEW_MS), await log.head())).position;
}

/** Positions between which all that happened from `from` to `to` stands, and what is not far from it. */
export async function positionsBetween(log: EventLog, from: Instant, to: Instant): Promise<PositionRange> {
  const head = await log.head();
  const { position: after } = await halved(log, plus(from, -MAX_CLOCK_SKEW_MS), head);
  const end = await halved(log, plus(to, MAX_CLOCK_SKEW_MS), head);
  return { after, until: end.isSure ? end.position : head };
}

/**
 * The last position with nothing of `wanted` or later at or before it, found by halving. A log that answers only behind
 * positions of events can't be halved: then it is the furthest that is sure.
 */
async function halved(log: EventLog, wanted: Instant, head: Position) {
  let [low, high] = [0, head];
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    const next = await firstBehind(log, middle);
    if (next === 'unreadable') return { position: low, isSure: false };
    if (next && next.meta.at < wanted) low = next.meta.position;
    else high = middle;
  }
  return { position: low, isSure: true };
}

async function firstBehind(log: EventLog, position: Position): Promise<Recorded | 'unreadable' | undefined> {
  try {
    return (await log.readAll(position, 1))[0];
  } catch (error) {
    if (error instanceof NoSuchPosition) return 'unreadable';
    throw error;
  }
}

import type { Position } from '../kernel/event.js';
import { type Instant, MINUTE, plus } from '../kernel/instant.js';
import type { EventLog } from './event-log.js';

/** Clocks of several processes differ by less: so far from its place by time an event may stand. */
export const SKEW_MS = MINUTE;

/** A position behind which every event of `from` and later stands, found by halving. */
export async function positionBefore(log: EventLog, from: Instant): Promise<Position> {
  const wanted = plus(from, -SKEW_MS);
  let low = 0;
  let high = await log.head();
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const [next] = await log.readAll(middle, 1);
    if (next && next.meta.at < wanted) low = Math.min(next.meta.position, high);
    else high = middle;
  }
  return low;
}

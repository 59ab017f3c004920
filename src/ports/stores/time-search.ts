import type { Position } from '../../kernel/event.js';
import type { Instant } from '../../kernel/instant.js';

/** An event by its position and time. */
export interface TimedPlace {
  readonly position: Position;
  readonly at: Instant;
}

/** The first event after a position; undefined where there is none. */
type Next = (after: Position) => Promise<TimedPlace | undefined>;

interface TimeRange {
  readonly from: Instant;
  readonly to: Instant;
  readonly head: Position;
}

/** Positions of even distance that are probed. */
const EVEN = 32;
const ROUNDS = 16;

/**
 * Finds the positions that enclose all events of a time range, by halves. Clocks that ran ahead or behind leave times out
 * of order. So each result is probed near it, near the ends and evenly between, and the search goes on at events found there.
 */
export async function positionsInTime(next: Next, { from, to, head }: TimeRange) {
  const isIn = ({ at }: TimedPlace) => at >= from && at <= to;
  const [after, until] = await Promise.all([firstBefore(next, head, from, isIn), lastOf(next, head, to, isIn)]);
  const isNewest = (await next(until)) === undefined;
  return { after: Math.min(after, until), until: isNewest ? undefined : until };
}

async function firstBefore(next: Next, head: Position, from: Instant, isIn: (place: TimedPlace) => boolean) {
  let position = await halved(next, 0, head, ({ at }) => at < from);
  for (let round = 0; round < ROUNDS; round++) {
    const found = await probed(next, 0, position, isIn);
    const first = found.find((place) => place.position <= position);
    if (!first) return position;
    position = await halved(next, 0, first.position - 1, ({ at }) => at < from);
  }
  return 0;
}

async function lastOf(next: Next, head: Position, to: Instant, isIn: (place: TimedPlace) => boolean) {
  let position = await halved(next, 0, head, ({ at }) => at <= to);
  for (let round = 0; round < ROUNDS; round++) {
    const last = (await probed(next, position, head, isIn)).at(-1);
    if (!last) return position;
    position = await halved(next, last.position, head, ({ at }) => at <= to);
  }
  return head;
}

/** A position up to which an event holds and behind which the next one does not, where times are in order. */
async function halved(next: Next, low: Position, high: Position, holds: (place: TimedPlace) => boolean) {
  let [position, end] = [low, high];
  while (position < end) {
    const middle = position + Math.floor((end - position) / 2);
    const found = await next(middle);
    if (found && holds(found)) position = found.position;
    else end = middle;
  }
  return position;
}

/** Events of the range among those probed after `low`, in order. */
async function probed(next: Next, low: Position, high: Position, isIn: (place: TimedPlace) => boolean) {
  const span = high - low;
  const places = new Set<Position>();
  for (let step = 1; step < span; step *= 2) places.add(low + step - 1).add(high - step);
  for (let n = 0; n < EVEN; n++) places.add(low + Math.floor((span * n) / EVEN));
  const found = await Promise.all([...places].filter((at) => at >= low && at < high).map(next));
  return found
    .filter((place): place is TimedPlace => place !== undefined && place.position > low && isIn(place))
    .sort((a, b) => a.position - b.position);
}

import type { Position } from '../../../kernel/event.js';
import type { EventLog } from '../event-log.js';
import type { EventPlace } from '../tail/followed-event.js';

/** The event that a subscriber handled last, in the operational store. */
export interface Checkpoint {
  readonly log: number | undefined;
  readonly position: Position;
  readonly stream: string;
  readonly version: number;
  /** Absent in checkpoints of earlier versions. */
  readonly id?: string;
  /** Events that it handled before, oldest first: one of them is in the log after the log was put back. */
  readonly earlier?: readonly EventPlace[];
}

export interface LastCommon {
  /** Undefined: the start of the log. */
  readonly place: EventPlace | undefined;
  /** The log lacks the event of the checkpoint, or has another one there. */
  readonly isPutBack: boolean;
  /** The checkpoint is of another log: they have no event in common. */
  readonly isForeign: boolean;
}

type Log = Pick<EventLog, 'head' | 'find' | 'placeAt' | 'positions' | 'identity'>;

const MOST_EARLIER = 16;
/** Positions between two earlier events at least. */
const LEAST_GAP = 100;

/** The earlier events of the next checkpoint: close together near it, and fewer the older they are. */
export function earlierOf(checkpoint: Checkpoint | undefined): readonly EventPlace[] {
  if (!checkpoint?.id) return checkpoint?.earlier ?? [];
  const { id, stream, version, position, earlier = [] } = checkpoint;
  const last = earlier.at(-1);
  if (last && position < last.position + LEAST_GAP) return earlier;
  const places = [...earlier, { id, stream, version, position }];
  if (places.length <= MOST_EARLIER) return places;
  return places.filter((_, n) => n >= MOST_EARLIER / 2 || n % 2 === 0);
}

/** The last event that both the checkpoint and the log have. Reads one event of the log for each that it compares. */
export async function lastCommon(log: Log, checkpoint: Checkpoint): Promise<LastCommon> {
  const isSameLog = checkpoint.log === (await log.identity());
  const own = await ownPlace(log, checkpoint, isSameLog);
  if (own) return { place: own, isPutBack: false, isForeign: false };
  const place = await earlierPlace(log, checkpoint, isSameLog);
  return { place, isPutBack: true, isForeign: !place && !isSameLog };
}

async function earlierPlace(
  log: Log,
  { position, earlier = [] }: Checkpoint,
  isSameLog: boolean,
): Promise<EventPlace | undefined> {
  const head = await log.head();
  const below = earlier.findLast((each) => each.position <= head);
  if (isSameLog && head < position && (!below || (await log.find(below)))) return log.placeAt(head);
  for (const each of earlier.toReversed()) {
    const place = await log.find(each);
    if (place) return place;
  }
  return undefined;
}

async function ownPlace(log: Log, { id, ...at }: Checkpoint, isSameLog: boolean): Promise<EventPlace | undefined> {
  const { stream, version } = at;
  if (id !== undefined) return log.find({ id, stream, version });
  const [found] = await log.positions(stream, { from: version, limit: 1 });
  if (found?.version !== version || (isSameLog && found.position !== at.position)) return undefined;
  return log.placeAt(found.position);
}

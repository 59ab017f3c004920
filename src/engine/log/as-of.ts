import type { Position, Recorded } from '../../kernel/event.js';
import type { Instant } from '../../kernel/instant.js';
import type { EventLog } from './event-log.js';

const PAGE = 500;

/** A total fold: `evolve` accepts every event of the stream. Every decider without a window is one. */
export interface StreamFold<S> {
  readonly initial: S;
  evolve(state: S, event: Recorded): S;
}

/** The state of a stream after its event `version` at `position`; both are 0 before the first event. */
export interface FoldedStream<S> {
  readonly state: S;
  readonly version: number;
  readonly position: Position;
  /** Time of that event. */
  readonly at?: Instant | undefined;
}

export interface AsOf<S> {
  /** Position of the last event to fold, inclusive. Default: the end of the stream. */
  readonly position?: Position;
  /** Version of the last event to fold, inclusive; a caller who knows it spares the read beyond. */
  readonly version?: number;
  /** An earlier result to continue from. Ignored when it is newer than `position` or `version`. */
  readonly known?: FoldedStream<S> | undefined;
}

/**
 * The state of a stream as of a position, inclusive. Reads in pages and no page beyond the position.
 * @throws UnknownEvent when a newer version wrote an event up to there, DamagedEvent when one is damaged
 */
export async function stateAsOf<S>(
  log: EventLog,
  stream: string,
  fold: StreamFold<S>,
  { position: until = Number.POSITIVE_INFINITY, version: last = Number.POSITIVE_INFINITY, known }: AsOf<S> = {},
): Promise<FoldedStream<S>> {
  const isUsable = known !== undefined && known.position <= until && known.version <= last;
  const start: FoldedStream<S> = isUsable ? known : { state: fold.initial, version: 0, position: 0 };
  let { state, version, position, at } = start;
  while (position < until && version < last) {
    const limit = Math.min(PAGE, last - version);
    const { events, unreadable, isLast } = await log.readablePage(stream, { from: version + 1, limit });
    const [barrier] = unreadable;
    for (const event of events) {
      if (barrier && barrier.version < event.meta.version) break;
      if (event.meta.position > until) return { state, version, position, at };
      state = fold.evolve(state, event);
      ({ version, position, at } = event.meta);
    }
    if (barrier && barrier.position > until) break;
    if (barrier) throw barrier.error;
    if (isLast) break;
  }
  return { state, version, position, at };
}

/** The state of a stream right before a position. Positions are whole numbers, so it is the state as of the one before. */
export const stateBefore = <S>(
  log: EventLog,
  stream: string,
  fold: StreamFold<S>,
  position: Position,
  known?: FoldedStream<S>,
): Promise<FoldedStream<S>> => stateAsOf(log, stream, fold, { position: position - 1, known });

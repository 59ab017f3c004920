import { cacheBudgets } from '../../catalogue/cache-budgets.js';
import type { Command } from '../../kernel/command.js';
import type { Decider } from '../../kernel/decider.js';
import type { Event, Position, Recorded } from '../../kernel/event.js';
import { lruCache } from '../../lib/lru-cache.js';
import { type GrowingSize, grownSize, NO_SIZE, sizeOf, wholeSize } from '../../lib/size-of.js';
import { type FoldedStream, type StreamFold, stateAsOf } from '../log/as-of.js';
import type { EventLog } from '../log/event-log.js';
import { FollowedStreams } from '../log/tail/followed-streams.js';
import { SNAPSHOT_EVENTS, type Snapshots } from './snapshots.js';

interface Cached {
  readonly folded: FoldedStream<unknown>;
  readonly size: GrowingSize;
  /** Position of the newest folded event that another process may have written. */
  readonly foreign: Position;
  /** Version of the last snapshot that was read or written. */
  readonly kept: number;
}

const foldedIn = <S>({ folded }: Cached) => folded as FoldedStream<S>;

/** Folded states of the streams used last. Where no other process writes the log, they are the latest. */
export class StateCache {
  private readonly cached = lruCache<string, Cached>({ bytes: cacheBudgets.decidedStreams });

  private readonly followed: FollowedStreams;

  constructor(
    private readonly log: EventLog,
    private readonly snapshots?: Snapshots,
  ) {
    this.followed = new FollowedStreams(log.shared);
  }

  /** The cached state, which may be older than the stream. */
  known<S>(stream: string): FoldedStream<S> | undefined {
    return this.cached.get(stream)?.folded as FoldedStream<S> | undefined;
  }

  /** The newest position in the stream, as far as it is folded, at which another process may have written. */
  foreign(stream: string, { position }: FoldedStream<unknown>): Position {
    return this.cached.get(stream)?.foreign ?? position;
  }

  /**
   * Reads the events since the cached state, or the stream. With `past`, a cached state is enough that a tail past this
   * position knows to be the latest.
   */
  latest<C extends Command, S, E extends Event>(
    decider: Decider<C, S, E>,
    stream: string,
    past?: Position,
  ): Promise<FoldedStream<S>> {
    const known = this.cached.get(stream);
    const isEnough = past !== undefined && known && this.followed.isLatest(stream, known.folded.version, past);
    if (known && (this.log.exclusive || isEnough)) return Promise.resolve(foldedIn<S>(known));
    if (past === undefined || this.log.exclusive) return this.read(decider, stream, known);
    return this.followed.reading(stream, () => this.read(decider, stream, this.cached.get(stream)));
  }

  private async read<C extends Command, S, E extends Event>(
    decider: Decider<C, S, E>,
    stream: string,
    known: Cached | undefined,
  ): Promise<FoldedStream<S>> {
    const fold = measuring(decider);
    const { folded, kept } = known
      ? { folded: await stateAsOf(this.log, stream, fold, { known: foldedIn<S>(known) }), kept: known.kept }
      : await this.load(decider, stream, fold);
    const size = grownSize(known?.size ?? NO_SIZE, fold.bytes, folded.state);
    const foreign = known?.folded.version === folded.version ? known.foreign : folded.position;
    this.set(stream, { folded, size, foreign, kept }, fold.lastId);
    return folded;
  }

  /** Folds events that were just appended. */
  advance<C extends Command, S, E extends Event>(
    decider: Decider<C, S, E>,
    stream: string,
    from: FoldedStream<S>,
    events: readonly Recorded[],
  ): void {
    const before = this.cached.get(stream);
    const fold = measuring(decider);
    const folded = foldedOn(fold, from, events);
    const size = before ? grownSize(before.size, fold.bytes, folded.state) : wholeSize(folded.state);
    this.set(stream, { folded, size, foreign: before?.foreign ?? from.position, kept: before?.kept ?? 0 }, fold.lastId);
  }

  forget(stream: string): void {
    this.cached.delete(stream);
  }

  /** A short stream is folded at once; for a long one a snapshot is looked for. */
  private async load<C extends Command, S, E extends Event>(
    { initial, window }: Decider<C, S, E>,
    stream: string,
    fold: MeasuringFold<S>,
  ): Promise<{ readonly folded: FoldedStream<S>; readonly kept: number }> {
    if (window !== undefined) {
      const events = await this.log.readExactly(stream, { backwards: true, limit: window });
      return { folded: foldedOn(fold, { state: initial, version: 0, position: 0 }, events.toReversed()), kept: 0 };
    }
    if (!this.snapshots?.keeps(stream)) return { folded: await stateAsOf(this.log, stream, fold), kept: 0 };
    const begun = await stateAsOf(this.log, stream, fold, { version: SNAPSHOT_EVENTS });
    if (begun.version < SNAPSHOT_EVENTS) return { folded: begun, kept: 0 };
    const snapshot = (await this.snapshots.read(stream)) as FoldedStream<S> | undefined;
    const known = snapshot && snapshot.version > begun.version ? snapshot : begun;
    const folded = await stateAsOf(this.log, stream, fold, { known });
    return { folded, kept: snapshot?.version ?? 0 };
  }

  /** `lastId`: the event that was folded last. After enough events another snapshot is written. */
  private set(stream: string, { folded, size, foreign, kept }: Cached, lastId: string | undefined): void {
    // A slow read must not undo what was appended meanwhile.
    if ((this.known(stream)?.version ?? 0) > folded.version) return;
    const isDue = this.snapshots && lastId !== undefined && folded.version - kept >= SNAPSHOT_EVENTS;
    if (isDue) this.snapshots?.write(stream, folded, lastId, size.bytes);
    this.cached.set(stream, { folded, size, foreign, kept: isDue ? folded.version : kept }, size.bytes);
  }
}

interface MeasuringFold<S> extends StreamFold<S> {
  /** Estimated bytes of the folded events. */
  bytes: number;
  lastId: string | undefined;
}

/** The fold of a decider that counts the bytes of the events it folds. */
function measuring<C extends Command, S, E extends Event>(decider: Decider<C, S, E>): MeasuringFold<S> {
  const fold: MeasuringFold<S> = {
    initial: decider.initial,
    bytes: 0,
    lastId: undefined,
    evolve(state: S, event: Recorded): S {
      fold.bytes += sizeOf(event.data);
      fold.lastId = event.meta.id;
      return decider.evolve(state, event as Recorded<E>);
    },
  };
  return fold;
}

function foldedOn<S>(fold: StreamFold<S>, from: FoldedStream<S>, events: readonly Recorded[]): FoldedStream<S> {
  const last = events.at(-1);
  if (!last) return from;
  const { version, position, at } = last.meta;
  return { state: events.reduce((state, event) => fold.evolve(state, event), from.state), version, position, at };
}

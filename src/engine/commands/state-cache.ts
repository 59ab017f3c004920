import { cacheBudgets } from '../../catalogue/cache-budgets.js';
import type { Command } from '../../kernel/command.js';
import type { Decider } from '../../kernel/decider.js';
import type { Event, Recorded } from '../../kernel/event.js';
import { lruCache } from '../../kernel/lru-cache.js';
import { type GrowingSize, grownSize, NO_SIZE, sizeOf, wholeSize } from '../../kernel/size-of.js';
import { type FoldedStream, type StreamFold, stateAsOf } from '../log/as-of.js';
import type { EventLog } from '../log/event-log.js';

interface Cached {
  readonly folded: FoldedStream<unknown>;
  readonly size: GrowingSize;
}

/** Folded states of the streams used last. Where no other process writes the log, they are the latest. */
export class StateCache {
  private readonly cached = lruCache<string, Cached>({ bytes: cacheBudgets.decidedStreams });

  constructor(private readonly log: EventLog) {}

  /** The cached state, which may be older than the stream. */
  known<S>(stream: string): FoldedStream<S> | undefined {
    return this.cached.get(stream)?.folded as FoldedStream<S> | undefined;
  }

  /** Reads the events since the cached state, or the stream. */
  async latest<C extends Command, S, E extends Event>(
    decider: Decider<C, S, E>,
    stream: string,
  ): Promise<FoldedStream<S>> {
    const known = this.cached.get(stream);
    if (known && this.log.exclusive) return known.folded as FoldedStream<S>;
    const fold = measuring(decider);
    const folded = known
      ? await stateAsOf(this.log, stream, fold, { known: known.folded as FoldedStream<S> })
      : await this.load(decider, stream, fold);
    this.set(stream, folded, grownSize(known?.size ?? NO_SIZE, fold.bytes, folded.state));
    return folded;
  }

  /** Folds events that were just appended. */
  advance<C extends Command, S, E extends Event>(
    decider: Decider<C, S, E>,
    stream: string,
    from: FoldedStream<S>,
    events: readonly Recorded[],
  ): void {
    const before = this.cached.get(stream)?.size;
    const fold = measuring(decider);
    const folded = foldedOn(fold, from, events);
    this.set(stream, folded, before ? grownSize(before, fold.bytes, folded.state) : wholeSize(folded.state));
  }

  forget(stream: string): void {
    this.cached.delete(stream);
  }

  private async load<C extends Command, S, E extends Event>(
    { initial, window }: Decider<C, S, E>,
    stream: string,
    fold: StreamFold<S>,
  ): Promise<FoldedStream<S>> {
    if (window === undefined) return stateAsOf(this.log, stream, fold);
    const events = await this.log.readExactly(stream, { backwards: true, limit: window });
    return foldedOn(fold, { state: initial, version: 0, position: 0 }, events.toReversed());
  }

  private set(stream: string, folded: FoldedStream<unknown>, size: GrowingSize): void {
    this.cached.set(stream, { folded, size }, size.bytes);
  }
}

/** The fold of a decider that counts the bytes of the events it folds. */
function measuring<C extends Command, S, E extends Event>(decider: Decider<C, S, E>) {
  const fold = {
    initial: decider.initial,
    bytes: 0,
    evolve(state: S, event: Recorded): S {
      fold.bytes += sizeOf(event.data);
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

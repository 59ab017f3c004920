import type { Command } from '../../kernel/command.js';
import { type Decider, fold } from '../../kernel/decider.js';
import type { Event, Recorded } from '../../kernel/event.js';
import { lruCache } from '../../kernel/lru-cache.js';
import { type FoldedStream, stateAsOf } from '../log/as-of.js';
import type { EventLog } from '../log/event-log.js';

const KEPT = 4_000;

/** Folded states of streams, the lately used ones kept. In a log of our own they stay the latest. */
export class StateCache {
  private readonly kept = lruCache<string, FoldedStream<unknown>>(KEPT);

  constructor(private readonly log: EventLog) {}

  /** What was kept, however old. */
  known<S>(stream: string): FoldedStream<S> | undefined {
    return this.kept.get(stream) as FoldedStream<S> | undefined;
  }

  /** Reads what is new since the kept state, or the stream. */
  async latest<C extends Command, S, E extends Event>(
    decider: Decider<C, S, E>,
    stream: string,
  ): Promise<FoldedStream<S>> {
    const known = this.known<S>(stream);
    if (!known) return this.keep(stream, await this.load(decider, stream));
    if (this.log.exclusive) return known;
    return this.keep(stream, await stateAsOf(this.log, stream, decider, { known }));
  }

  /** Takes in what was just appended. */
  advance<C extends Command, S, E extends Event>(
    decider: Decider<C, S, E>,
    stream: string,
    from: FoldedStream<S>,
    events: readonly Recorded[],
  ): void {
    this.keep(stream, folded(decider, from, events as readonly Recorded<E>[]));
  }

  forget(stream: string): void {
    this.kept.delete(stream);
  }

  private async load<C extends Command, S, E extends Event>(decider: Decider<C, S, E>, stream: string) {
    if (decider.window === undefined) return stateAsOf(this.log, stream, decider);
    const start: FoldedStream<S> = { state: decider.initial, version: 0, position: 0 };
    const window = await this.log.read(stream, { backwards: true, limit: decider.window });
    return folded(decider, start, [...window].reverse() as Recorded<E>[]);
  }

  private keep<S>(stream: string, folded: FoldedStream<S>): FoldedStream<S> {
    this.kept.set(stream, folded);
    return folded;
  }
}

function folded<C extends Command, S, E extends Event>(
  decider: Decider<C, S, E>,
  from: FoldedStream<S>,
  events: readonly Recorded<E>[],
): FoldedStream<S> {
  const last = events.at(-1);
  if (!last) return from;
  return { state: fold(decider, events, from.state), version: last.meta.version, position: last.meta.position };
}

import type { Position } from '../../../kernel/event.js';
import type { Stored, Tail } from '../../../ports/stores/event-store.js';
import type { FollowedEvent } from './followed-event.js';

/**
 * After this many events the tail reports its position to every reader, also to those that name none of their types.
 */
const NOTED_EVENTS = 1_000;

/** The log, as far as a tail needs it. */
export interface TailSource {
  head(): Promise<Position>;
  tail(
    after: Position,
    handle: (events: readonly FollowedEvent[]) => Promise<void> | void,
    failed: (error: unknown) => void,
  ): Tail;
}

/** A subscriber of this process. */
export interface TailReader {
  readonly name: string;
  /** Event types that it is handed. Undefined: all. It is handed events of a newer version in any case. */
  readonly types: readonly string[] | undefined;
  /** The last event that it has handled or that does not concern it; undefined before its start. */
  readonly position: Position | undefined;
  /** Takes an event without handling it. */
  take(event: FollowedEvent): void;
  /** Handles what it took, unless it is at work. */
  wake(): void;
  /** Many events have passed. */
  passed(): void;
  /** The tail failed; a later `use` opens it again. */
  fail(error: unknown): void;
}

/** The tail of this process at the end of the log. It hands each event to the readers that name its type, and waits for none. */
export class SharedTail {
  private readonly users = new Set<TailReader>();
  private readonly joined = new Set<TailReader>();
  /** Readers that name a type, by the type. */
  private readonly byType = new Map<string, readonly TailReader[]>();
  private tail: Tail | undefined;
  private opening: Promise<void> | undefined;
  private noted = 0;
  /** Position up to which readers were handed the log. */
  position: Position = 0;
  /** Events handed over since the start. */
  count = 0;
  last: Stored | undefined;

  constructor(private readonly log: TailSource) {}

  /** Position of each subscriber by its name. */
  get positions(): ReadonlyMap<string, Position> {
    const started = [...this.users].flatMap(({ name, position }) =>
      position === undefined ? [] : [[name, position] as const],
    );
    return new Map(started);
  }

  /** Opens the tail for a reader. @throws StoreUnavailable */
  async use(reader: TailReader): Promise<void> {
    this.users.add(reader);
    await (this.opening ?? this.open());
  }

  /** The tail closes with its last user. */
  release(reader: TailReader): void {
    this.leave(reader);
    this.users.delete(reader);
    if (this.users.size === 0) this.close();
  }

  /** From now on the reader is handed every event of its types after `position`. */
  join(reader: TailReader): void {
    this.joined.add(reader);
    this.byType.clear();
  }

  leave(reader: TailReader): void {
    if (this.joined.delete(reader)) this.byType.clear();
  }

  private open(): Promise<void> {
    const opening = this.log.head().then((head) => {
      if (this.opening !== opening) return;
      this.position = head;
      this.tail = this.log.tail(
        head,
        (events) => this.handOver(events),
        (error) => this.fail(error),
      );
    });
    this.opening = opening;
    opening.catch(() => {
      if (this.opening === opening) this.opening = undefined;
    });
    return opening;
  }

  private close(): void {
    this.tail?.close();
    this.tail = undefined;
    this.opening = undefined;
  }

  private fail(error: unknown): void {
    this.close();
    for (const reader of [...this.users]) reader.fail(error);
  }

  private handOver(events: readonly FollowedEvent[]): void {
    const woken = new Set<TailReader>();
    for (const each of events) {
      for (const reader of this.readersOf(each.event)) {
        reader.take(each);
        woken.add(reader);
      }
    }
    this.last = events.at(-1)?.stored ?? this.last;
    this.position = this.last?.position ?? this.position;
    this.count += events.length;
    for (const reader of woken) reader.wake();
    if (this.count - this.noted < NOTED_EVENTS) return;
    this.noted = this.count;
    for (const reader of [...this.joined]) reader.passed();
  }

  private readersOf(event: FollowedEvent['event']): Iterable<TailReader> {
    if (event instanceof Error) return [...this.joined];
    const known = this.byType.get(event.type);
    if (known) return known;
    const readers = [...this.joined].filter(({ types }) => types?.includes(event.type) ?? true);
    this.byType.set(event.type, readers);
    return readers;
  }
}

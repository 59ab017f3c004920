import { createHash } from 'node:crypto';
import { cacheBudgets } from '../../catalogue/cache-budgets.js';
import type { Loop } from '../../fairness/loop.js';
import type { Position, Recorded } from '../../kernel/event.js';
import { parseStreamName, type StreamVersion } from '../../kernel/stream.js';
import { lruCache } from '../../lib/lru-cache.js';
import { sharedCall } from '../../lib/shared-call.js';
import type { Clock } from '../../ports/process/clock.js';
import {
  charactersOf,
  type EventStore,
  isLast,
  NoSuchPosition,
  type ReadOptions,
  type Stored,
  type Tail,
} from '../../ports/stores/event-store.js';
import { type Codec, isSound, type NewEvent, UnknownEvent } from './codec.js';
import { DamagedEvent, DamagedEvents } from './damaged-events.js';
import { LogOutage } from './log-outage.js';
import { type EventPlace, type FollowedEvent, placeOf } from './tail/followed-event.js';
import { SharedTail } from './tail/shared-tail.js';

export interface StreamPage {
  readonly events: readonly Recorded[];
  /** True when the stream has no event behind the page in the direction of the read. */
  readonly isLast: boolean;
}

/** An event that a newer version of the service wrote, or that is damaged. */
export type UnreadableEvent = Pick<Stored, 'type' | 'stream' | 'version' | 'position'>;

/** An unreadable event with the reason. */
export interface ReadFailure extends UnreadableEvent {
  readonly error: UnknownEvent | DamagedEvent;
}

/** Events as they were read, with those that this version cannot read apart. */
export interface ReadablePage {
  readonly events: readonly Recorded[];
  readonly unreadable: readonly ReadFailure[];
  /** Version and position of the last event of either kind; undefined for an empty page. */
  readonly last: EventPosition | undefined;
  /** Characters of the events in the log. */
  readonly characters: number;
}

export type EventPosition = Pick<Stored, 'version' | 'position'>;

/** The event log: an event store behind the codec. */
export class EventLog {
  /** Recently appended events; subscribers in this process need not decode them again. */
  private readonly recent = lruCache<Position, Recorded>({ bytes: cacheBudgets.decodedEvents });

  private newest: EventPlace | undefined;
  /** The one tail of this process that its subscribers read. */
  readonly shared = new SharedTail(this);
  readonly outage: LogOutage;
  readonly damaged = new DamagedEvents();

  constructor(
    private readonly store: EventStore,
    private readonly codec: Codec,
    clock: Pick<Clock, 'monotonic'> = { monotonic: () => 0 },
    readonly loop?: Pick<Loop, 'handle' | 'pause'>,
  ) {
    this.outage = new LogOutage(clock);
  }

  /** True when no other process can append. */
  get exclusive(): boolean {
    return this.store.exclusive;
  }

  /** False: a caller that rests on other streams looks at them again after the append. */
  get judgesConditions(): boolean {
    return this.store.judgesConditions;
  }

  /** Position of the newest event appended by this process; 0 before the first. */
  get appended(): Position {
    return this.newest?.position ?? 0;
  }

  /** Newest event appended by this process. */
  get newestPlace(): EventPlace | undefined {
    return this.newest;
  }

  /** @throws WrongVersion, BrokenCondition, StoreUnavailable */
  async append(
    stream: string,
    expected: number,
    events: readonly NewEvent[],
    given?: readonly StreamVersion[],
  ): Promise<readonly Recorded[]> {
    const appending = this.store.append(stream, expected, events.map(this.codec.encode), given);
    const stored = await this.outage.observe(appending);
    const { tenantId } = parseStreamName(stream);
    const last = stored.at(-1);
    if (last && last.position > this.appended) this.newest = placeOf(last);
    return stored.map(({ version, position }, i) => {
      const { type, data, meta } = events[i] as NewEvent;
      const recorded: Recorded = { type, data, meta: { ...meta, tenantId, stream, version, position } };
      this.recent.set(position, recorded);
      return recorded;
    });
  }

  /** Pages end as the port says, so fewer events than `limit` do not mean that the stream ends. */
  async read(stream: string, options: ReadOptions): Promise<readonly Recorded[]> {
    return (await this.readPage(stream, options)).events;
  }

  async readPage(stream: string, options: ReadOptions): Promise<StreamPage> {
    const page = await this.outage.observe(this.store.read(stream, options));
    return { events: page.map(this.decode), isLast: isLast(page, options) };
  }

  /** Exactly `limit` events, or all events of a shorter stream. The caller bounds their bytes. */
  async readExactly(stream: string, { from, backwards = false, limit }: ReadOptions): Promise<readonly Recorded[]> {
    const found: Recorded[] = [];
    for (let next = from; found.length < limit && next !== 0; ) {
      const start = next === undefined ? {} : { from: next };
      const { events, isLast } = await this.readPage(stream, { ...start, backwards, limit: limit - found.length });
      for (const event of events) found.push(event);
      const last = events.at(-1);
      if (isLast || !last) break;
      next = last.meta.version + (backwards ? -1 : 1);
    }
    return found;
  }

  /** Damaged events are passed over. Only an empty page says that the log ends. @throws UnknownEvent */
  async readAll(after: Position, limit: number): Promise<readonly Recorded[]> {
    for (let from = after; ; ) {
      const page = await this.outage.observe(this.store.readAll(from, limit));
      const last = page.at(-1);
      const events = page.map(this.tried).filter(isSound);
      if (events.length > 0 || !last) return events;
      from = last.position;
    }
  }

  /** As `readPage`, for readers who go on behind events of a newer version. */
  async readablePage(stream: string, options: ReadOptions): Promise<ReadablePage & StreamPage> {
    const page = await this.outage.observe(this.store.read(stream, options));
    return { ...this.readable(page), isLast: isLast(page, options) };
  }

  /** As `readAll`, for readers who go on behind events of a newer version. */
  async readableAll(after: Position, limit: number): Promise<ReadablePage> {
    return this.readable(await this.outage.observe(this.store.readAll(after, limit)));
  }

  /** Positions of events of a stream, of every version of the service. */
  async positions(stream: string, options: ReadOptions): Promise<readonly EventPosition[]> {
    return this.outage.observe(this.store.read(stream, options));
  }

  /** The event at a position; undefined where the log has none there. */
  async placeAt(position: Position): Promise<EventPlace | undefined> {
    if (position < 1) return undefined;
    try {
      const [found] = await this.outage.observe(this.store.readAll(position - 1, 1));
      return found?.position === position ? placeOf(found) : undefined;
    } catch (error) {
      if (error instanceof NoSuchPosition) return undefined;
      throw error;
    }
  }

  /** Where the log has this event; undefined where it was put back to an older state. A copy has it at another position. */
  async find({ id, stream, version }: Omit<EventPlace, 'position'>): Promise<EventPlace | undefined> {
    const [found] = await this.outage.observe(this.store.read(stream, { from: version, limit: 1 }));
    return found?.id === id && found.version === version ? placeOf(found) : undefined;
  }

  head(): Promise<Position> {
    return this.outage.observe(this.store.head());
  }

  /**
   * Identifies the log; a copy differs from its original, because positions differ. undefined while the log is empty.
   * Calls at once share one read.
   */
  readonly identity = sharedCall(async (): Promise<number | undefined> => {
    const [first] = await this.store.readAll(0, 1);
    if (!first) return undefined;
    const digest = createHash('sha256').update(`${first.id}@${first.position}`).digest();
    return digest.readUIntBE(0, 6);
  });

  /** Position up to which each subscriber of this process has handled the log, by its name. */
  get progress(): ReadonlyMap<string, Position> {
    return this.shared.positions;
  }

  /** A tail of its own; subscribers share one. */
  tail(
    after: Position,
    handle: (events: readonly FollowedEvent[]) => Promise<void> | void,
    failed: (error: unknown) => void,
  ): Tail {
    return this.store.tail(
      after,
      (stored) => handle(stored.map(this.followed)),
      (error) => {
        this.outage.note(error);
        failed(error);
      },
    );
  }

  private readable(stored: readonly Stored[]): ReadablePage {
    const events: Recorded[] = [];
    const unreadable: ReadFailure[] = [];
    for (const each of stored) {
      const event = this.tried(each);
      if (!(event instanceof Error)) events.push(event);
      else {
        const { type, stream, version, position } = each;
        unreadable.push({ type, stream, version, position, error: event });
      }
    }
    return { events, unreadable, last: stored.at(-1), characters: charactersOf(stored) };
  }

  private readonly followed = (stored: Stored): FollowedEvent => ({ stored, event: this.tried(stored) });

  private readonly decode = (stored: Stored): Recorded => {
    const event = this.tried(stored);
    if (event instanceof Error) throw event;
    return event;
  };

  private readonly tried = (stored: Stored): Recorded | ReadFailure['error'] => {
    try {
      return this.recent.get(stored.position) ?? this.codec.decode(stored);
    } catch (error) {
      if (error instanceof DamagedEvent) this.damaged.note(error);
      else if (!(error instanceof UnknownEvent)) throw error;
      return error;
    }
  };
}

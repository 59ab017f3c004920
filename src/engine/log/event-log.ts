import { createHash } from 'node:crypto';
import type { Loop } from '../../fairness/loop.js';
import type { Position, Recorded } from '../../kernel/event.js';
import { parseStreamName, type StreamVersion } from '../../kernel/stream.js';
import { sharedCall } from '../../lib/shared-call.js';
import type { Clock } from '../../ports/process/clock.js';
import {
  type EventStore,
  isLast,
  NoSuchPosition,
  type ReadOptions,
  type Stored,
  type Tail,
} from '../../ports/stores/event-store.js';
import { type Codec, type EventAsStored, isSound, type NewEvent } from './codec.js';
import { DamagedEvents } from './damaged-events.js';
import { LogOutage } from './log-outage.js';
import { OpenedEvents, type ReadablePage, type ReadFailure } from './sealing/opened-events.js';
import {
  type EventPlace,
  type FollowedEvent,
  type HandOver,
  placeOf,
  type TailedEvent,
} from './tail/followed-event.js';
import { SharedTail } from './tail/shared-tail.js';

export type { ReadablePage, ReadFailure, UnreadableEvent } from './sealing/opened-events.js';

export interface StreamPage {
  readonly events: readonly Recorded[];
  /** True when the stream has no event behind the page in the direction of the read. */
  readonly isLast: boolean;
}

/** Events of some types among those of a page; `count` and the position `last` are those of the page. */
export interface TypesPage {
  readonly events: readonly Recorded[];
  readonly count: number;
  readonly last: Position | undefined;
}

export type EventPosition = Pick<Stored, 'version' | 'position'>;

type Failed = (error: unknown) => void;

/** The event log: an event store behind the codec. */
export class EventLog {
  private newest: EventPlace | undefined;
  /** The one tail of this process that its subscribers read. */
  readonly shared = new SharedTail(this);
  readonly outage: LogOutage;
  readonly damaged = new DamagedEvents();
  private readonly opened: OpenedEvents;

  constructor(
    private readonly store: EventStore,
    private readonly codec: Codec,
    clock: Pick<Clock, 'monotonic'> = { monotonic: () => 0 },
    readonly loop?: Pick<Loop, 'handle' | 'pause'>,
  ) {
    this.outage = new LogOutage(clock);
    this.opened = new OpenedEvents(codec, this.damaged);
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
    await this.codec.prepare(stream, events);
    const encoded = events.map((event) => this.codec.encode(event, stream));
    const stored = await this.outage.observe(this.store.append(stream, expected, encoded, given));
    const { tenantId } = parseStreamName(stream);
    const last = stored.at(-1);
    if (last && last.position > this.appended) this.newest = placeOf(last);
    const recorded = stored.map(({ version, position }, i) => {
      const { type, data, meta } = events[i] as NewEvent;
      const rid = encoded[i]?.rid;
      const digest = rid === undefined ? {} : { requestDigest: rid };
      const event: Recorded = { type, data, meta: { ...meta, tenantId, stream, version, position, ...digest } };
      this.opened.keep(event);
      return event;
    });
    await this.endKeys(stream, events);
    return recorded;
  }

  /** Pages end as the port says, so fewer events than `limit` do not mean that the stream ends. */
  async read(stream: string, options: ReadOptions): Promise<readonly Recorded[]> {
    return (await this.readPage(stream, options)).events;
  }

  async readPage(stream: string, options: ReadOptions): Promise<StreamPage> {
    const page = await this.outage.observe(this.store.read(stream, options));
    return { events: await this.opened.whole(page), isLast: isLast(page, options) };
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
      const events = (await this.opened.tried(page)).filter(isSound);
      if (events.length > 0 || !last) return events;
      from = last.position;
    }
  }

  /** As `readPage`, for readers who go on behind events of a newer version. */
  async readablePage(stream: string, options: ReadOptions): Promise<ReadablePage & StreamPage> {
    const page = await this.outage.observe(this.store.read(stream, options));
    return { ...(await this.opened.readable(page)), isLast: isLast(page, options) };
  }

  /** A page of the log, of which only events of the types are decoded. Damaged events are passed over. @throws UnknownEvent */
  async readTypes(after: Position, limit: number, types: ReadonlySet<string>): Promise<TypesPage> {
    const page = await this.outage.observe(this.store.readAll(after, limit));
    const wanted = page.filter(({ type }) => types.has(type) || !this.codec.knows(type));
    const events = (await this.opened.tried(wanted)).filter(isSound);
    return { events, count: page.length, last: page.at(-1)?.position };
  }

  /** As `readAll`, for readers who go on behind events of a newer version. */
  async readableAll(after: Position, limit: number): Promise<ReadablePage> {
    return this.opened.readable(await this.outage.observe(this.store.readAll(after, limit)));
  }

  /** A page of events in the schema versions in which they were written. Those that cannot be read are errors. */
  async readAsStored(stream: string, options: ReadOptions): Promise<readonly (EventAsStored | ReadFailure)[]> {
    return this.opened.asStored(await this.outage.observe(this.store.read(stream, options)));
  }

  /** The page as it is stored, nothing opened. */
  async storedAll(after: Position, limit: number): Promise<readonly Stored[]> {
    return this.outage.observe(this.store.readAll(after, limit));
  }

  /** Keys of data were ended: events that were opened with them are decoded again. */
  forgetOpened(): void {
    this.opened.forget();
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
  tail(after: Position, handle: HandOver<FollowedEvent>, failed: Failed): Tail {
    return this.storedTail(after, (stored) => this.opened.hand(stored, handle), failed);
  }

  /** A tail that opens events of these types, and of those that this version does not know. */
  tailOf(types: ReadonlySet<string>, after: Position, handle: HandOver<TailedEvent>, failed: Failed): Tail {
    const isWanted = ({ type }: Stored) => types.has(type) || !this.codec.knows(type);
    return this.storedTail(after, (stored) => this.opened.handSome(stored, isWanted, handle), failed);
  }

  private storedTail(after: Position, handle: HandOver<Stored>, failed: Failed): Tail {
    return this.store.tail(after, handle, (error) => {
      this.outage.note(error);
      failed(error);
    });
  }

  /** Durable before the append returns. */
  private async endKeys(stream: string, events: readonly NewEvent[]): Promise<void> {
    const ending = this.codec.endKeys(stream, events);
    if (!ending) return;
    await ending;
    this.forgetOpened();
  }
}

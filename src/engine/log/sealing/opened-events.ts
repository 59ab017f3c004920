import { cacheBudgets } from '../../../catalogue/cache-budgets.js';
import type { Position, Recorded } from '../../../kernel/event.js';
import { lruCache } from '../../../lib/lru-cache.js';
import { charactersOf, type Stored, StoreUnavailable } from '../../../ports/stores/event-store.js';
import { type Codec, type EventAsStored, UnknownEvent } from '../codec.js';
import { DamagedEvent, type DamagedEvents } from '../damaged-events.js';
import type { FollowedEvent, HandOver, TailedEvent } from '../tail/followed-event.js';
import { AbsentKey } from './sealed-events.js';

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
  readonly last: Pick<Stored, 'version' | 'position'> | undefined;
  /** Characters of the events in the log. */
  readonly characters: number;
}

type Tried = FollowedEvent['event'];

const failureOf = ({ type, stream, version, position }: Stored, error: ReadFailure['error']): ReadFailure => ({
  type,
  stream,
  version,
  position,
  error,
});

const ATTEMPTS = 100;

/** Stored records become events here, and nowhere else: keys are loaded for a page, then each record is decoded. */
export class OpenedEvents {
  /** Recently appended events; subscribers in this process need not decode them again. */
  private readonly recent = lruCache<Position, Recorded>({ bytes: cacheBudgets.decodedEvents });

  constructor(
    private readonly codec: Codec,
    private readonly damaged: DamagedEvents,
  ) {}

  keep(event: Recorded): void {
    this.recent.set(event.meta.position, event);
  }

  forget(): void {
    this.recent.clear();
  }

  /** @throws UnknownEvent, DamagedEvent */
  async whole(stored: readonly Stored[]): Promise<readonly Recorded[]> {
    return (await this.tried(stored)).map((event) => {
      if (event instanceof Error) throw event;
      return event;
    });
  }

  async readable(stored: readonly Stored[]): Promise<ReadablePage> {
    const events: Recorded[] = [];
    const unreadable: ReadFailure[] = [];
    for (const [i, event] of (await this.tried(stored)).entries()) {
      if (!(event instanceof Error)) events.push(event);
      else unreadable.push(failureOf(stored[i] as Stored, event));
    }
    return { events, unreadable, last: stored.at(-1), characters: charactersOf(stored) };
  }

  /** Each event in the schema version in which it was written, or why it cannot be read. */
  async asStored(stored: readonly Stored[]): Promise<readonly (EventAsStored | ReadFailure)[]> {
    await this.codec.load(stored);
    const events: (EventAsStored | ReadFailure)[] = [];
    for (const each of stored) {
      const event = await this.patiently(each, (one) => this.codec.decodeAsStored(one));
      events.push(event instanceof Error ? failureOf(each, event) : event);
    }
    return events;
  }

  /** At once where every key is in memory. */
  hand(stored: readonly Stored[], handle: HandOver<FollowedEvent>): Promise<void> | void {
    const hand = (events: readonly Tried[]) =>
      handle(stored.map((each, i) => ({ stored: each, event: events[i] as Tried })));
    const tried = this.tried(stored);
    return tried instanceof Promise ? tried.then(hand) : hand(tried);
  }

  /** As `hand`; events that are not wanted are handed over as they are stored. */
  handSome(
    stored: readonly Stored[],
    isWanted: (stored: Stored) => boolean,
    handle: HandOver<TailedEvent>,
  ): Promise<void> | void {
    return this.hand(stored.filter(isWanted), (opened) => {
      let next = 0;
      return handle(
        stored.map((each) =>
          opened[next]?.stored === each ? (opened[next++] as FollowedEvent) : { stored: each, event: undefined },
        ),
      );
    });
  }

  /** Each event, or the reason why it cannot be read. Nothing is waited for where every key is in memory. */
  tried(stored: readonly Stored[]): readonly Tried[] | Promise<readonly Tried[]> {
    const events: Tried[] = [];
    for (const each of stored) {
      const event = this.decoded(each);
      if (event instanceof AbsentKey) return this.loaded(stored, events);
      events.push(event);
    }
    return events;
  }

  /** Loads the keys of the rest of a page at once. A key that the memory is too small for is loaded for its event alone. */
  private async loaded(stored: readonly Stored[], events: Tried[]): Promise<readonly Tried[]> {
    const rest = stored.slice(events.length);
    await this.codec.load(rest);
    for (const each of rest) events.push(await this.patiently(each, (event) => this.known(event)));
    return events;
  }

  /** Other readers may displace a key before it is used. */
  private async patiently<T>(stored: Stored, decode: (stored: Stored) => T): Promise<T | UnknownEvent | DamagedEvent> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const event = this.read(stored, decode);
      if (!(event instanceof AbsentKey)) return event;
      await this.codec.load([stored]);
    }
    throw new StoreUnavailable(`The key of the event ${stored.id} does not stay in memory.`);
  }

  private known(stored: Stored): Recorded {
    return this.recent.get(stored.position) ?? this.codec.decode(stored);
  }

  private decoded(stored: Stored): Tried | AbsentKey {
    return this.read(stored, (event) => this.known(event));
  }

  private read<T>(stored: Stored, decode: (stored: Stored) => T): T | UnknownEvent | DamagedEvent | AbsentKey {
    try {
      return decode(stored);
    } catch (error) {
      if (error instanceof DamagedEvent) this.damaged.note(error);
      else if (!(error instanceof UnknownEvent || error instanceof AbsentKey)) throw error;
      return error;
    }
  }
}

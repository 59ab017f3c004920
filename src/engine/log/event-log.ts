import { createHash } from 'node:crypto';
import type { Position, Recorded } from '../../kernel/event.js';
import { lruCache } from '../../kernel/lru-cache.js';
import { parseStreamName } from '../../kernel/stream.js';
import type { EventStore, ReadOptions, Stored, Tail } from '../../ports/event-store.js';
import { type Codec, type NewEvent, UnknownEvent } from './codec.js';

const CACHED_EVENTS = 4_096;

/** An event that a newer version of the service wrote. */
export type UnreadableEvent = Pick<Stored, 'type' | 'stream' | 'position'>;

/** The event log: an event store behind the codec. */
export class EventLog {
  /** Recently appended events; subscribers in this process need not decode them again. */
  private readonly recent = lruCache<Position, Recorded>(CACHED_EVENTS);

  private newest: Position = 0;

  constructor(
    private readonly store: EventStore,
    private readonly codec: Codec,
  ) {}

  /** True when no other process can append. */
  get exclusive(): boolean {
    return this.store.exclusive;
  }

  /** Position of the newest event appended by this process; 0 before the first. */
  get appended(): Position {
    return this.newest;
  }

  /** @throws WrongVersion, StoreUnavailable */
  async append(stream: string, expected: number, events: readonly NewEvent[]): Promise<readonly Recorded[]> {
    const stored = await this.store.append(stream, expected, events.map(this.codec.encode));
    const { tenantId } = parseStreamName(stream);
    this.newest = Math.max(this.newest, stored.at(-1)?.position ?? 0);
    return stored.map(({ version, position }, i) => {
      const { type, data, meta } = events[i] as NewEvent;
      const recorded: Recorded = { type, data, meta: { ...meta, tenantId, stream, version, position } };
      this.recent.set(position, recorded);
      return recorded;
    });
  }

  async read(stream: string, options: ReadOptions): Promise<readonly Recorded[]> {
    return (await this.store.read(stream, options)).map(this.decode);
  }

  async readAll(after: Position, limit: number): Promise<readonly Recorded[]> {
    return (await this.store.readAll(after, limit)).map(this.decode);
  }

  head(): Promise<Position> {
    return this.store.head();
  }

  /** Identifies the log; a copy differs from its original, because positions differ. undefined while the log is empty. */
  async identity(): Promise<number | undefined> {
    const [first] = await this.store.readAll(0, 1);
    if (!first) return undefined;
    const digest = createHash('sha256').update(`${first.id}@${first.position}`).digest();
    return digest.readUIntBE(0, 6);
  }

  tail(
    after: Position,
    handle: (events: readonly Recorded[]) => Promise<void> | void,
    failed: (error: unknown) => void,
    unknown?: (event: UnreadableEvent) => Promise<void> | void,
  ): Tail {
    if (!unknown) return this.store.tail(after, (stored) => handle(stored.map(this.decode)), failed);
    return this.store.tail(after, (stored) => this.handOver(stored, handle, unknown), failed);
  }

  /** In log order; events of a newer version go to `unknown`. */
  private async handOver(
    stored: readonly Stored[],
    handle: (events: readonly Recorded[]) => Promise<void> | void,
    unknown: (event: UnreadableEvent) => Promise<void> | void,
  ): Promise<void> {
    let events: Recorded[] = [];
    for (const each of stored) {
      try {
        events.push(this.decode(each));
      } catch (error) {
        if (!(error instanceof UnknownEvent)) throw error;
        if (events.length > 0) await handle(events);
        events = [];
        await unknown(each);
      }
    }
    if (events.length > 0) await handle(events);
  }

  private readonly decode = (stored: Stored): Recorded => this.recent.get(stored.position) ?? this.codec.decode(stored);
}

import type { Position } from '../../kernel/event.js';
import {
  type EventStore,
  type NewStored,
  NoSuchPosition,
  type ReadOptions,
  type Stored,
  StoreUnavailable,
  type Tail,
} from '../../ports/stores/event-store.js';
import { type Clients, type Connection, clientsOf, connection } from './connection.js';
import { type ConnectionUrl, parseConnectionUrl, STREAM_PREFIX, setting } from './connection-url.js';
import { LogPlaces, type PlaceStore } from './reading/log-places.js';
import { LogReader } from './reading/log-reader.js';
import { isPlace } from './reading/probing.js';
import { readStream, readSurely } from './reading/reading.js';
import { type Namespace, namespaceOf, toPosition } from './reading/records.js';
import { durabilityOf } from './server-settings.js';
import { openFeed } from './tail/feed.js';
import { tailOf } from './tail/tail.js';
import { write } from './writing.js';

export interface KurrentEventStoreOptions {
  /** How long an append or a read may take before it counts as failed. */
  readonly deadlineMs?: number;
  /** Milliseconds a subscription may be silent while the log has events for it. */
  readonly silenceMs?: number;
  /** Takes a server, too, that loses what it stored when it stops. For tests. */
  readonly allowVolatile?: boolean;
  /** Where places found by a search outlive the process. */
  readonly places?: PlaceStore;
}

/**
 * The log in EventStoreDB or KurrentDB. Reads, appends and each tail have a connection of their own, and get a new one
 * after a failure. A server that is away makes nothing fail but the calls that need it.
 */
export class KurrentEventStore implements EventStore {
  readonly exclusive = false;
  /** A server of this line has no transaction over several streams. */
  readonly judgesConditions = false;
  private readonly url: ConnectionUrl;
  private readonly namespace: Namespace;
  private readonly clients: Clients;
  private readonly reader: Connection;
  private readonly writer: Connection;
  private readonly deadlineMs: number;
  private readonly silenceMs: number;
  private readonly prober: Connection;
  private readonly places = new LogPlaces();
  private readonly log: LogReader;
  private readonly tails = new Set<Tail>();
  private durable: boolean;
  private asking: Promise<void> | undefined;
  private closed = false;

  /** @throws StartRefused when the client does not understand the URL */
  constructor(url: string, options: KurrentEventStoreOptions = {}) {
    this.url = parseConnectionUrl(url);
    this.namespace = namespaceOf(setting(this.url, STREAM_PREFIX));
    this.deadlineMs = options.deadlineMs ?? 5_000;
    this.silenceMs = options.silenceMs ?? 15_000;
    this.durable = options.allowVolatile ?? false;
    this.clients = clientsOf(this.url);
    this.reader = connection(this.clients, this.deadlineMs);
    this.writer = connection(this.clients, this.deadlineMs);
    this.prober = connection(this.clients, this.deadlineMs);
    this.log = new LogReader(this.reader, this.namespace, this.deadlineMs, this.places, options.places);
  }

  /**
   * Checks once whether the server stores events durably. An unreachable server is checked before the next append.
   * @throws VolatileServer
   */
  check(): Promise<void> {
    if (this.durable) return Promise.resolve();
    this.asking ??= durabilityOf(this.url)
      .then((found) => {
        this.durable = found !== 'unreachable';
      })
      .finally(() => {
        this.asking = undefined;
      });
    return this.asking;
  }

  async append(stream: string, expected: number, events: readonly NewStored[]): Promise<readonly Stored[]> {
    if (events.length === 0) throw new TypeError(`The append to ${stream} has no events.`);
    if (!this.durable) await this.check();
    const { position } = await write(this.writer, this.deadlineMs, this.namespace, stream, expected, events);
    const [only] = events;
    if (only && events.length === 1 && position) {
      const stored = { ...only, stream, version: expected + 1, position: toPosition(position.commit) };
      this.places.saw(stored.position);
      return [stored];
    }
    return this.readBack(stream, expected, events);
  }

  read(stream: string, options: ReadOptions): Promise<readonly Stored[]> {
    return this.surely((client, silenceMs) => readStream(client, this.namespace, stream, options, silenceMs));
  }

  async readAll(after: Position, limit: number): Promise<readonly Stored[]> {
    const start = after === 0 || this.places.isRecord(after) ? after : await this.placeAt(after);
    return this.log.page({ start, after, limit });
  }

  head(): Promise<Position> {
    return this.log.head();
  }

  tail(
    after: Position,
    handle: (events: readonly Stored[]) => Promise<void> | void,
    failed: (error: unknown) => void,
  ): Tail {
    const tail = tailOf({
      open: ({ event, failed: fail }) =>
        openFeed({
          event: (stored) => {
            this.places.saw(stored.position);
            event(stored);
          },
          failed: fail,
          clients: this.clients,
          namespace: this.namespace,
          after,
          from: this.places.searchedTo(after),
          passed: (last, position) => this.places.noteNone(last, position),
          head: () => this.head(),
          silenceMs: this.silenceMs,
        }),
      handle,
      failed,
      ended: (ending) => this.tails.delete(ending),
    });
    this.tails.add(tail);
    if (this.closed) tail.close();
    return tail;
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const tail of this.tails) tail.close();
    await Promise.all([this.reader.close(), this.writer.close(), this.prober.close()]);
  }

  /** A position from outside must not end our connections. A position right before an event is valid. */
  private async placeAt(position: Position): Promise<Position> {
    for (const place of [position, position + 1]) {
      if (!this.places.isRecord(place) && !(await this.isPlace(place))) continue;
      this.places.noteRecord(place);
      return place;
    }
    throw new NoSuchPosition(`No event stands at position ${position}.`);
  }

  private isPlace(position: Position): Promise<boolean> {
    return readSurely(this.prober, this.deadlineMs, (client, silenceMs) => isPlace(client, position, silenceMs));
  }

  private surely<T>(read: Parameters<typeof readSurely<T>>[2]): Promise<T> {
    return readSurely(this.reader, this.deadlineMs, read);
  }

  /** The server returns only the position of an append's last event. */
  private async readBack(stream: string, expected: number, events: readonly NewStored[]): Promise<readonly Stored[]> {
    const stored = await this.read(stream, { from: expected + 1, limit: events.length });
    if (stored.length === events.length && stored.every(({ id }, i) => id === events[i]?.id)) return stored;
    throw new StoreUnavailable(`Appending to ${stream}: the stored events are not found.`);
  }
}

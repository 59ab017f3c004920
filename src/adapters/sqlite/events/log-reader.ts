import type { DatabaseSync } from 'node:sqlite';
import type { Position } from '../../../kernel/event.js';
import type { EventStore } from '../../../ports/stores/event-store.js';
import { openReader } from '../open.js';
import { available } from '../unavailable.js';
import { type EventReader, eventReader } from './event-reader.js';
import { assertEventSchema } from './event-schema.js';

const UNREADABLE = 'The event log could not be read';

/**
 * Reads the log of a service that runs or is stopped. It shows the events up to the head at which it was opened, unless
 * it follows. Later events do not change these, so no reading lasts.
 */
export class SqliteLogReader implements Pick<EventStore, 'read' | 'readAll' | 'head' | 'close'> {
  private readonly db: DatabaseSync;
  private readonly reader: EventReader;
  private readonly last: Position | undefined;

  /** @throws StartRefused */
  constructor(path: string, { follows = false }: { readonly follows?: boolean } = {}) {
    this.db = openReader(path);
    assertEventSchema(this.db);
    this.reader = eventReader(this.db);
    this.last = follows ? undefined : this.reader.head();
  }

  async read(...[stream, options]: Parameters<EventStore['read']>): ReturnType<EventStore['read']> {
    return available(UNREADABLE, () => this.reader.stream(stream, options).filter((event) => this.has(event)));
  }

  async readAll(after: Position, limit: number): ReturnType<EventStore['readAll']> {
    return available(UNREADABLE, () => this.reader.all(after, limit).filter((event) => this.has(event)));
  }

  async head(): Promise<Position> {
    return this.last ?? available(UNREADABLE, () => this.reader.head());
  }

  async close(): Promise<void> {
    if (this.db.isOpen) this.db.close();
  }

  private has({ position }: { readonly position: Position }): boolean {
    return this.last === undefined || position <= this.last;
  }
}

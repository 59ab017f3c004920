import type { DatabaseSync } from 'node:sqlite';
import type { Position } from '../../../kernel/event.js';
import type { EventStore } from '../../../ports/stores/event-store.js';
import { openReader } from '../open.js';
import { available } from '../unavailable.js';
import { syncWal } from '../wal-file.js';
import { type EventReader, eventReader } from './event-reader.js';
import { assertEventSchema } from './event-schema.js';

const UNREADABLE = 'The event log could not be read';

/**
 * Reads the log of a service that runs or is stopped. It shows the events up to the head at which it was opened. Later
 * events do not change these, so no reading lasts.
 */
export class SqliteLogReader implements Pick<EventStore, 'read' | 'readAll' | 'head' | 'close'> {
  private readonly db: DatabaseSync;
  private readonly reader: EventReader;
  private readonly last: Position;

  /** @throws StartRefused */
  constructor(path: string) {
    this.db = openReader(path);
    assertEventSchema(this.db);
    this.reader = eventReader(this.db, () => this.last);
    this.last = this.reader.head();
    syncWal(path);
  }

  async read(...[stream, options]: Parameters<EventStore['read']>): ReturnType<EventStore['read']> {
    return available(UNREADABLE, () => this.reader.stream(stream, options));
  }

  async readAll(after: Position, limit: number): ReturnType<EventStore['readAll']> {
    return available(UNREADABLE, () => this.reader.all(after, limit));
  }

  async head(): Promise<Position> {
    return this.last;
  }

  async close(): Promise<void> {
    if (this.db.isOpen) this.db.close();
  }
}

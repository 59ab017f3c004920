import { existsSync } from 'node:fs';
import { SqliteLogReader } from '../../adapters/sqlite/events/log-reader.js';
import { SqliteOperationalStore } from '../../adapters/sqlite/operational/operational-store.js';
import type { Config } from '../../config/config.js';
import type { Position } from '../../kernel/event.js';
import type { EventStore } from '../../ports/stores/event-store.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';
import { Unreadable } from '../failures.js';
import type { Parts } from './parts.js';

/** Identity of a log, and how far it goes. */
export interface LogPlace {
  /** Id of the first event; absent while the log is empty. */
  readonly log?: string;
  readonly position: Position;
}

/** Reads while services use the log. */
export async function placeOf(config: Config, { log: path }: Parts): Promise<LogPlace> {
  const log = path === undefined ? await serverLog(config) : new SqliteLogReader(path);
  try {
    const [position, [first]] = [await log.head(), await log.readAll(0, 1)];
    return { ...(first && { log: first.id }), position };
  } finally {
    await log.close();
  }
}

async function serverLog({ eventStoreUrl, eventStoreMayLose }: Config): Promise<EventStore> {
  const { KurrentEventStore } = await import('../../adapters/eventstoredb/event-store.js');
  return new KurrentEventStore(eventStoreUrl, { allowVolatile: eventStoreMayLose });
}

/** Other processes may have the store open. A store that is not there is not made. @throws Unreadable */
export async function operationsOf({ readStoreUrl }: Config, { operational }: Parts): Promise<OperationalStore> {
  if (operational !== undefined) {
    if (!existsSync(operational)) throw new Unreadable(`${operational} does not exist.`);
    return new SqliteOperationalStore(operational, { shared: true });
  }
  const { MongoOperationalStore } = await import('../../adapters/mongodb/operational/operational-store.js');
  return new MongoOperationalStore(readStoreUrl);
}

import { existsSync } from 'node:fs';
import { SqliteLogReader } from '../../adapters/sqlite/events/log-reader.js';
import { SqliteOperationalStore } from '../../adapters/sqlite/operational/operational-store.js';
import type { Config } from '../../config/config.js';
import type { Position } from '../../kernel/event.js';
import type { EventStore } from '../../ports/stores/event-store.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';
import { Unreadable } from './failures.js';
import type { Parts } from './parts.js';

/** The log, as far as commands read it. */
export type ReadableLog = Pick<EventStore, 'read' | 'readAll' | 'head' | 'close'>;

/** Identity of a log, and how far it goes. */
export interface LogPlace {
  /** Id of the first event; absent while the log is empty. */
  readonly log?: string;
  readonly position: Position;
}

export async function placeOf(config: Config, parts: Parts): Promise<LogPlace> {
  const log = await logOf(config, parts);
  try {
    const [position, [first]] = [await log.head(), await log.readAll(0, 1)];
    return { ...(first && { log: first.id }), position };
  } finally {
    await log.close();
  }
}

/** Reads the log while services use it. `follows`: later events are seen too. @throws Unreadable, StartRefused */
export async function logOf(
  { eventStoreUrl }: Config,
  { log: path }: Parts,
  options: { readonly follows?: boolean } = {},
): Promise<ReadableLog> {
  if (path === undefined) {
    const { KurrentEventStore } = await import('../../adapters/eventstoredb/event-store.js');
    return new KurrentEventStore(eventStoreUrl, { allowVolatile: true });
  }
  if (!existsSync(path)) throw new Unreadable(`${path} does not exist.`);
  return new SqliteLogReader(path, options);
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

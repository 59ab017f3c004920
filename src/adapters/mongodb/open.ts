import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import { toStoreError } from './unavailable.js';

const DATABASE = 'tidings';
const NAMED = /^mongodb(\+srv)?:\/\/[^/?]+\/[^/?]+/;

/**
 * A write counts when a majority has it in its journal. Reads go to the primary with read concern `local`. The driver
 * never returns to an older primary, and later primaries have what a majority took, so a process reads its own writes.
 * Retried writes are the driver's default; it omits them on a server without a replica set. A caller learns within
 * seconds that the server does not respond.
 */
const OPTIONS: MongoClientOptions = {
  appName: 'tidings',
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: 4_000 },
  readPreference: 'primary',
  readConcern: { level: 'local' },
  serverSelectionTimeoutMS: 2_000,
  connectTimeoutMS: 2_000,
  waitQueueTimeoutMS: 2_000,
  ignoreUndefined: true,
};
const ANSWERED_WITHIN_MS = 5_000;

/** One connection pool. Failures of the driver become errors of the port. */
export interface Mongo {
  use<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** For what may take minutes: an index on what is there already. */
  patiently<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Connects with the first use, so that the first request, not the start, fails when the server is away. */
export function openMongo(url: string, what: string): Mongo {
  const client = new MongoClient(url, { ...OPTIONS, socketTimeoutMS: ANSWERED_WITHIN_MS });
  const db = client.db(NAMED.test(url) ? undefined : DATABASE);
  let closed = false;

  async function use<T>(work: (db: Db) => Promise<T>, on = db): Promise<T> {
    if (closed) throw new StoreUnavailable(`${what}: the store is closed.`);
    try {
      return await work(on);
    } catch (error) {
      throw toStoreError(what, error);
    }
  }

  return {
    use: (work) => use(work),
    async patiently(work) {
      const patient = new MongoClient(url, OPTIONS);
      try {
        return await use(work, patient.db(db.databaseName));
      } finally {
        await patient.close();
      }
    },
    async close() {
      closed = true;
      await client.close();
    },
  };
}

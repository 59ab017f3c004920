import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import { told } from './unavailable.js';

const DATABASE = 'tidings';
const NAMED = /^mongodb(\+srv)?:\/\/[^/?]+\/[^/?]+/;

/**
 * A write counts when a majority has it in its journal. Reads go to the primary, at its own word: the driver never goes
 * back to an older primary than it has seen, and what a majority took no later primary lacks, so what this process wrote
 * it reads. Retried writes are the driver's default, and it leaves them out where the server is no replica set.
 * A caller learns within seconds that the server does not answer.
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

/** One connection pool. What the driver says went wrong is told in the port's word. */
export interface Mongo {
  use<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** For what may take minutes: an index on what is there already. */
  patiently<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Connects with the first use, so that a server which is away is met by who asks it. */
export function openMongo(url: string, what: string): Mongo {
  const client = new MongoClient(url, { ...OPTIONS, socketTimeoutMS: ANSWERED_WITHIN_MS });
  const db = client.db(NAMED.test(url) ? undefined : DATABASE);
  let closed = false;

  async function use<T>(work: (db: Db) => Promise<T>, on = db): Promise<T> {
    if (closed) throw new StoreUnavailable(`${what}: the store is closed.`);
    try {
      return await work(on);
    } catch (error) {
      throw told(what, error);
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

import { type Db, MongoClient } from 'mongodb';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import { toStoreError } from './unavailable.js';
import { clientOptions, newClient } from './url-options.js';

const DATABASE = 'tidings';
const NAMED = /^mongodb(\+srv)?:\/\/[^/?]+\/[^/?]+/;

/** The setting that names the server of both stores. */
const SETTING = 'READ_STORE_URL';
const PATIENT_CONNECTIONS = 8;

/** One connection pool. Failures of the driver become errors of the port. */
export interface Mongo {
  use<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** For what may take minutes: an index on what is there already. */
  patiently<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Connects with the first use, so that the first request, not the start, fails when the server is away. A write counts
 * when a majority has it in its journal. Reads go to the primary with read concern `local`. The driver never returns to
 * an older primary, and later primaries have what a majority took, so a process reads its own writes.
 * @throws StartRefused where the URL is wrong or breaks one of these promises
 */
export function openMongo(url: string, what: string): Mongo {
  const options = clientOptions(SETTING, url);
  const client = newClient(SETTING, url, options);
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
      const waits = { socketTimeoutMS: 0, waitQueueTimeoutMS: 0 };
      const pool = { minPoolSize: 0, maxPoolSize: PATIENT_CONNECTIONS };
      const patient = new MongoClient(url, { ...options, ...waits, ...pool });
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

import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';

/** A MongoDB to try things on, as `mongodb://host:port/?options`. */
export const MONGODB = /^mongodb:/.test(process.env.TEST_READ_STORE_URL ?? '')
  ? new URL(process.env.TEST_READ_STORE_URL ?? '')
  : undefined;

export const WITHOUT_MONGODB = 'not tried: TEST_READ_STORE_URL names no MongoDB';

/** A database of its own. */
export function aDatabase(server: URL, through: { readonly port?: number; readonly options?: string } = {}): string {
  const url = new URL(server);
  url.pathname = `/tidings-test-${randomUUID()}`;
  return reached(url.href, through);
}

/** The same database by another way. */
export function reached(database: string, { port, options }: { readonly port?: number; readonly options?: string }) {
  const url = new URL(database);
  if (port !== undefined) url.host = `127.0.0.1:${port}`;
  for (const [name, value] of new URLSearchParams(options)) url.searchParams.set(name, value);
  return url.href;
}

export async function withClient<T>(database: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(database);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

export const dropDatabase = (database: string): Promise<boolean> =>
  withClient(database, (client) => client.db().dropDatabase());

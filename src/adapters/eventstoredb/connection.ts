import { KurrentDBClient, NotLeaderError } from '@kurrent/kurrentdb-client';
import { StartRefused } from '../../ports/process/start-refused.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import {
  assertKnownSettings,
  type ConnectionUrl,
  formatConnectionUrl,
  refusedSettings,
  setting,
  wrongUrl,
} from './connection-url.js';

const KEEP_ALIVE_MS = 10_000;
const KEEP_ALIVE_ANSWER_MS = 5_000;
const DISTINCT = 5_000;
const RENEWALS_APART_MS = 100;
const LONGEST_FAREWELL_MS = 1_000;
/** The first read of a client waits for one interval, which is 500 ms by default. */
const DISCOVERY = { discoveryInterval: '10', maxDiscoverAttempts: '50' };

export interface Clients {
  make(): KurrentDBClient;
  /** A follower names the leader. The next clients connect to that node until it fails too. */
  heed(failure: unknown): void;
}

/** Errors of the client can contain the whole URL, so none leaves this function. */
function madeFrom(url: ConnectionUrl, more: Readonly<Record<string, string>> = {}): KurrentDBClient | undefined {
  try {
    return KurrentDBClient.connectionString(formatConnectionUrl(url, more));
  } catch {
    return undefined;
  }
}

/** @throws StartRefused */
function newClient(url: ConnectionUrl, more: Readonly<Record<string, string>>): KurrentDBClient {
  const client = madeFrom(url, more);
  if (client) return client;
  const [wrong] = refusedSettings(url, (each) => madeFrom(each) !== undefined);
  throw wrong === undefined ? wrongUrl() : new StartRefused(`EVENT_STORE_URL has an invalid value for ${wrong}.`);
}

/**
 * Clients that share nothing. Channels with the same options share one TCP connection, even a dead one. So each client
 * has a keep-alive interval of its own, a millisecond apart. @throws StartRefused where the client takes no such URL
 */
export function clientsOf(url: ConnectionUrl): Clients {
  assertKnownSettings(url);
  const given = Number(setting(url, 'keepAliveInterval') ?? KEEP_ALIVE_MS);
  const answer = setting(url, 'keepAliveTimeout') ?? String(KEEP_ALIVE_ANSWER_MS);
  const discovery = Object.entries(DISCOVERY).map(([name, value]) => [name, setting(url, name) ?? value]);
  let made = 0;
  let leader: string | undefined;
  return {
    make() {
      const keepAliveInterval = given < 0 ? given : given + (made++ % DISTINCT);
      const target = leader === undefined ? url : { ...url, discover: false, hosts: [leader] };
      const keepAlive = { keepAliveInterval: String(keepAliveInterval), keepAliveTimeout: answer };
      return newClient(target, { ...Object.fromEntries(discovery), ...keepAlive });
    },
    heed(failure) {
      leader = failure instanceof NotLeaderError ? `${failure.leader.address}:${failure.leader.port}` : undefined;
    },
  };
}

interface Channelled {
  getChannel(): Promise<{ close(): void }>;
}

/** Ends what the client still does, and its connection. */
export async function retire(client: KurrentDBClient): Promise<void> {
  const farewell = client.dispose().then(async () => {
    const channel = await (client as unknown as Channelled).getChannel();
    channel.close();
  });
  await settledWithin(LONGEST_FAREWELL_MS, farewell);
}

const settledWithin = (ms: number, promise: Promise<unknown>) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    promise.then(
      () => resolve(),
      () => resolve(),
    );
    promise.finally(() => clearTimeout(timer)).catch(() => {});
  });

export interface Connection {
  /** @throws StoreUnavailable after `close` */
  client(): KurrentDBClient;
  /** The client failed, and what it remembers of that may outlast the failure: from now on there is another. */
  renew(failed: KurrentDBClient, failure: unknown): void;
  close(): Promise<void>;
}

/** `graceMs`: how long calls may still be under way on a client that was replaced. */
export function connection(clients: Clients, graceMs: number): Connection {
  let current: KurrentDBClient | undefined = clients.make();
  let renewed = Number.NEGATIVE_INFINITY;

  return {
    client() {
      if (!current) throw new StoreUnavailable('The event store is closed.');
      return current;
    },
    renew(failed, failure) {
      const now = performance.now();
      if (current !== failed || now - renewed < RENEWALS_APART_MS) return;
      renewed = now;
      clients.heed(failure);
      current = clients.make();
      setTimeout(() => void retire(failed), graceMs).unref();
    },
    async close() {
      const last = current;
      current = undefined;
      if (last) await retire(last);
    },
  };
}

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { KurrentEventStore } from '../../../src/adapters/eventstoredb/event-store.js';
import { VolatileServer } from '../../../src/adapters/eventstoredb/server-settings.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { newStream, someEvents } from '../../contracts/events.fixture.js';

/** Nobody listens there. */
const AWAY = 'kurrentdb://127.0.0.1:1?tls=false';

const stores: KurrentEventStore[] = [];
const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
  for (const server of servers.splice(0)) server.close();
});

function opened(url: string, options = {}): KurrentEventStore {
  const store = new KurrentEventStore(url, { deadlineMs: 1_000, ...options });
  stores.push(store);
  return store;
}

/** Answers what an event store would when it is asked for its settings. */
async function settingsServer(status: number, body: unknown): Promise<{ readonly url: string; asked(): number }> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked++;
    expect(request.url).toBe('/info/options');
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return { url: `kurrentdb://127.0.0.1:${(server.address() as AddressInfo).port}?tls=false`, asked: () => asked };
}

const settings = (memDb: string, unsafe: string) => [
  { name: 'MemDb', value: memDb },
  { name: 'UnsafeDisableFlushToDisk', value: unsafe },
];

describe('opening an event store on a server', () => {
  test.each([
    ['keeps events in memory only', settings('true', 'False')],
    ['does not flush to disk', settings('False', 'True')],
  ])('refuses one that %s', async (sentence, body) => {
    const { url } = await settingsServer(200, body);
    const store = opened(url);
    await expect(store.check()).rejects.toThrow(VolatileServer);
    await expect(store.append(newStream(), 0, someEvents(1))).rejects.toThrow(sentence);
  });

  test('takes such a one where that is allowed, unasked', async () => {
    const { url, asked } = await settingsServer(200, settings('true', 'true'));
    await opened(url, { allowVolatile: true }).check();
    expect(asked()).toBe(0);
  });

  test.each([
    ['keeps what it takes', 200, settings('False', 'False')],
    ['has no such page', 404, ''],
    ['does not tell us', 401, 'Unauthorized'],
    ['answers something else', 200, '<html>'],
  ])('takes one that %s, and does not ask again', async (_, status, body) => {
    const { url, asked } = await settingsServer(status, body);
    const store = opened(url);
    await store.check();
    await store.check();
    expect(asked()).toBe(1);
  });

  test('needs no server: what is asked of one that is away is told to be unavailable', async () => {
    const store = opened(AWAY);
    await store.check();
    const asking = [
      store.append(newStream(), 0, someEvents(2)),
      store.read(newStream(), { limit: 1 }),
      store.readAll(0, 1),
      store.head(),
    ];
    for (const answer of await Promise.allSettled(asking)) {
      expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    }
    const failures: unknown[] = [];
    store.tail(
      0,
      () => {},
      (error) => failures.push(error),
    );
    await expect.poll(() => failures, { timeout: 5_000 }).toEqual([expect.any(StoreUnavailable)]);
  });

  test('answers nothing after it was closed', async () => {
    const store = opened(AWAY);
    await store.close();
    await expect(store.append(newStream(), 0, someEvents(1))).rejects.toThrow('closed');
    await expect(store.head()).rejects.toBeInstanceOf(StoreUnavailable);
  });

  test.each(['esdb://host', 'kurrentdb+discover://a:secret@host:2113/?tls=true', 'kurrentdb://one:1,two:2?tls=false'])(
    'understands %s',
    (url) => {
      expect(() => opened(url)).not.toThrow();
    },
  );

  test.each(['http://a:secret@host:2113', 'kurrentdb://a:secret@', 'kurrentdb://a:secret@host:port', ''])(
    'refuses %j in a sentence that repeats no password',
    (url) => {
      expect(() => opened(url)).toThrow(/connection string/);
      expect(() => opened(url)).not.toThrow(/secret/);
    },
  );
});

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientsOf } from '../../../src/adapters/eventstoredb/connection.js';
import { parseConnectionUrl } from '../../../src/adapters/eventstoredb/connection-url.js';
import type { KurrentEventStore } from '../../../src/adapters/eventstoredb/event-store.js';
import { namespaceOf } from '../../../src/adapters/eventstoredb/reading/records.js';
import { openFeed } from '../../../src/adapters/eventstoredb/tail/feed.js';
import { type Codec, codecFor } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { subscribe } from '../../../src/engine/log/subscription.js';
import type { Meta } from '../../../src/kernel/event.js';
import { type Stored, StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { ids, newStream, someEvents, upTo } from '../../contracts/events.fixture.js';
import { startProxy, type TcpProxy } from '../../support/servers/tcp-proxy.js';
import {
  appendingThrough,
  counting,
  hostOf,
  NO_SERVER,
  SERVER,
  storeAt,
  storedNumbers,
  throughPort,
} from './eventstoredb.fixture.js';

const WELL_AGAIN_MS = 5_000;
const HEALED_MS = 30_000;
/** Reads events of any type. */
const ANY: Codec = {
  ...codecFor({ types: {}, upcasters: {} }),
  encode: ({ type, data, meta: { id } }) => ({ id, type, body: JSON.stringify(data) }),
  decode: ({ type, body: _, ...meta }) => ({ type, data: {}, meta: meta as unknown as Meta }),
};
const soon = <T>(get: () => T, timeout = WELL_AGAIN_MS) => expect.poll(get, { interval: 20, timeout });

const server = SERVER;
if (server) describe('EventStoreDB behind a bad network', () => describeOutages(server));
else test.skipIf(!server)(`EventStoreDB behind a bad network: ${NO_SERVER}`, () => {});

function describeOutages(server: string): void {
  let direct: KurrentEventStore;
  let proxy: TcpProxy;
  let store: KurrentEventStore;
  beforeAll(() => {
    direct = storeAt(server);
  });
  afterAll(() => direct.close());
  beforeEach(async () => {
    const { host, port } = hostOf(server);
    proxy = await startProxy(host, port);
    store = storeAt(throughPort(proxy.port), { deadlineMs: 2_000 });
  });
  afterEach(async () => {
    await store.close();
    await proxy.close();
  });

  /** With an open line. A server that started a moment ago may be slow. */
  const ready = async () => {
    const [stream, events] = [newStream(), someEvents(1)];
    const read = async () => {
      await store.append(stream, 0, events);
      return store.read(stream, { limit: 1 });
    };
    await soon(() => read().catch(() => [])).toHaveLength(1);
    return stream;
  };
  const refusal = (asking: Promise<unknown>) =>
    asking.then(
      () => 'answered',
      (error: unknown) => error,
    );
  const timed = async (asking: Promise<unknown>) => {
    const start = performance.now();
    const outcome = await refusal(asking);
    return { outcome, took: performance.now() - start };
  };

  test('stores once, and answers, what was taken while the answers were lost: 1,000 appends', {
    timeout: 120_000,
  }, async () => {
    const targets = upTo(50).map(() => randomUUID());
    const { count, acknowledged } = counting(appendingThrough(store, direct));
    for (const round of upTo(20)) {
      await ready();
      proxy.dropAnswers();
      const counted = Promise.all(targets.map(count));
      const taken = async () =>
        (await Promise.all(targets.map((target) => storedNumbers(direct, target)))).flat().length;
      await expect.poll(taken, { interval: 5, timeout: 10_000 }).toBe(round * targets.length);
      proxy.resume();
      await counted;
    }
    for (const target of targets) {
      expect(await storedNumbers(direct, target)).toEqual(upTo(20));
      expect(acknowledged(target)).toEqual(upTo(20));
    }
  });

  test('says within its own deadline that nothing is answered, and goes on when the line does', async () => {
    const stream = await ready();
    proxy.stall();
    const events = someEvents(2);
    const [append, read, head] = await Promise.all([
      timed(store.append(stream, 1, events)),
      timed(store.read(stream, { limit: 1 })),
      timed(store.head()),
    ]);
    for (const { outcome, took } of [append, read, head]) {
      expect(outcome).toBeInstanceOf(StoreUnavailable);
      expect(took).toBeLessThan(2_500);
    }
    proxy.resume();
    await soon(() => store.append(stream, 1, events).catch(() => [])).toHaveLength(2);
    expect(ids(await store.read(stream, { from: 2, limit: 10 }))).toEqual(ids(events));
  });

  test('is well again within seconds after the line was cut for a while', async () => {
    const stream = await ready();
    proxy.cut();
    for (const _ of upTo(3)) {
      expect(await refusal(store.append(stream, 1, someEvents(1)))).toBeInstanceOf(StoreUnavailable);
      expect(await refusal(store.read(stream, { limit: 1 }))).toBeInstanceOf(StoreUnavailable);
    }
    proxy.resume();
    const start = performance.now();
    const event = someEvents(1);
    await soon(() => store.append(stream, 1, event).catch(() => [])).toHaveLength(1);
    await soon(() => store.read(stream, { limit: 9 }).catch(() => [])).toHaveLength(2);
    expect(await store.head()).toBeGreaterThan(0);
    expect(performance.now() - start).toBeLessThan(WELL_AGAIN_MS);
  });

  /** What a subscriber of the engine gets to see of a stream, whatever happens to the line. */
  async function following(stream: string) {
    const seen: string[] = [];
    const failures: unknown[] = [];
    let applied = await direct.head();
    const subscription = subscribe(
      new EventLog(store, ANY),
      {
        name: 'follower',
        from: async () => applied,
        handle: (events) => {
          for (const { meta } of events) {
            if (meta.stream === stream) seen.push(meta.id);
            applied = meta.position;
          }
        },
      },
      (_, error) => failures.push(error),
    );
    return { seen, failures, close: () => subscription.close() };
  }

  test('follows on from what was applied after the line was cut', async () => {
    const stream = newStream();
    const follower = await following(stream);
    const stored = [...(await direct.append(stream, 0, someEvents(3)))];
    await soon(() => follower.seen.length).toBe(3);
    proxy.cut();
    stored.push(...(await direct.append(stream, 3, someEvents(3))));
    await soon(() => follower.failures.length).toBeGreaterThan(0);
    proxy.resume();
    await soon(() => follower.seen.length).toBe(6);
    expect(follower.seen).toEqual(ids(stored));
    follower.close();
  });

  test('notices a line that swallows everything, and follows on', { timeout: 2 * HEALED_MS }, async () => {
    const stream = newStream();
    const follower = await following(stream);
    const stored = [...(await direct.append(stream, 0, someEvents(1)))];
    await soon(() => follower.seen.length).toBe(1);
    const start = performance.now();
    proxy.stall();
    stored.push(...(await direct.append(stream, 1, someEvents(2))));
    await soon(() => follower.failures.length, HEALED_MS).toBeGreaterThan(0);
    proxy.cut();
    proxy.resume();
    await soon(() => follower.seen.length, HEALED_MS).toBe(3);
    expect(performance.now() - start).toBeLessThan(HEALED_MS);
    expect(follower.seen).toEqual(ids(stored));
    follower.close();
  });

  test('notices a subscription that alone is silent though its line stands', async () => {
    const stream = newStream();
    const seen: Stored[] = [];
    const failures: unknown[] = [];
    const url = parseConnectionUrl(throughPort(proxy.port, '&keepAliveInterval=-1'));
    const head = await direct.head();
    const feed = openFeed({
      namespace: namespaceOf(),
      clients: clientsOf(url),
      after: head,
      from: head,
      passed: () => {},
      event: (event) => seen.push(event),
      failed: (error) => failures.push(error),
      head: () => direct.head(),
      silenceMs: 1_500,
    });
    await direct.append(stream, 0, someEvents(1));
    await soon(() => seen.filter((event) => event.stream === stream).length).toBe(1);
    proxy.stall();
    await direct.append(stream, 1, someEvents(1));
    await soon(() => failures.length).toBe(1);
    expect(failures).toEqual([expect.objectContaining({ message: expect.stringContaining('silent') })]);
    feed.close();
  });

  test('keeps a subscription to which there is nothing to tell', async () => {
    const failures: unknown[] = [];
    const asked: number[] = [];
    const clients = clientsOf(parseConnectionUrl(throughPort(proxy.port)));
    const after = await direct.head();
    const head = async () => {
      asked.push(after);
      return after;
    };
    const feed = openFeed({
      namespace: namespaceOf(),
      clients,
      after,
      from: after,
      passed: () => {},
      event: () => {},
      failed: (e) => failures.push(e),
      head,
      silenceMs: 150,
    });
    await soon(() => asked.length).toBeGreaterThan(10);
    expect(failures).toEqual([]);
    feed.close();
  });
}

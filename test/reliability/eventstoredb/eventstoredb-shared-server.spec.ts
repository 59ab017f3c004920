import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { jsonEvent, type KurrentDBClient } from '@kurrent/kurrentdb-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientsOf } from '../../../src/adapters/eventstoredb/connection.js';
import { parseConnectionUrl } from '../../../src/adapters/eventstoredb/connection-url.js';
import type { KurrentEventStore } from '../../../src/adapters/eventstoredb/event-store.js';
import type { KeptPlaces } from '../../../src/adapters/eventstoredb/reading/log-places.js';
import type { Stored } from '../../../src/ports/stores/event-store.js';
import { ids, newStream, someEvents } from '../../contracts/events.fixture.js';
import { NO_SERVER, SERVER, storeAt } from './eventstoredb.fixture.js';

/** From 540,000 on a single read of all takes longer than it may. They stay on the server, so it is fewer by default. */
const OTHERS = Number(process.env.TEST_OTHERS_EVENTS ?? 100_000);
const AT_ONCE = 2_000;
const DEADLINE_MS = 2_000;

const server = SERVER;
if (server) describe(`EventStoreDB with ${OTHERS} events of others`, () => describeShared(server));
else test.skipIf(!server)(`EventStoreDB that others use: ${NO_SERVER}`, () => {});

function describeShared(server: string): void {
  const figures: Record<string, number> = {};
  const prefix = `quiet${randomUUID().slice(0, 8)}.`;
  const url = `${server}${server.includes('?') ? '&' : '?'}streamPrefix=${prefix}`;
  const stores: KurrentEventStore[] = [];
  let client: KurrentDBClient;
  let kept: KeptPlaces | undefined;
  const places = {
    load: async () => kept,
    keep: async (found: KeptPlaces) => {
      kept = found;
    },
  };

  function opened(deadlineMs = DEADLINE_MS): KurrentEventStore {
    const store = storeAt(url, { deadlineMs, places });
    stores.push(store);
    return store;
  }

  async function othersWrite(count: number): Promise<void> {
    const stream = `others-${randomUUID()}`;
    for (let written = 0; written < count; written += AT_ONCE) {
      const events = Array.from({ length: Math.min(AT_ONCE, count - written) }, (_, n) =>
        jsonEvent({ type: 'Other', data: { n } }),
      );
      await client.appendToStream(stream, events);
    }
  }

  async function timed<T>(what: string, work: Promise<T>): Promise<T> {
    const beganMs = performance.now();
    const result = await work;
    figures[`${what}, ms`] = Math.round(performance.now() - beganMs);
    return result;
  }

  beforeAll(async () => {
    client = clientsOf(parseConnectionUrl(server)).make();
    await othersWrite(OTHERS);
  }, 300_000);
  afterAll(async () => {
    process.stderr.write(`${JSON.stringify(figures)}\n`);
    await Promise.all(stores.map((store) => store.close()));
    await client?.dispose();
  });

  test('finds that there is none of ours, and keeps where it has searched', { timeout: 60_000 }, async () => {
    const store = opened();
    expect(await timed('head of an empty log', store.head())).toBe(0);
    expect(await timed('its first event', store.readAll(0, 1))).toEqual([]);
    expect(await timed('head again', store.head())).toBe(0);
    await expect.poll(() => kept?.end?.position ?? 0).toBeGreaterThan(0);
    expect(await timed('head in another process', opened().head())).toBe(0);
  });

  test('finds our events before, between and behind them, and tells them once', { timeout: 120_000 }, async () => {
    const store = opened();
    const writer = opened(15_000);
    const stream = newStream();
    const told: Stored[] = [];
    const tail = store.tail(
      0,
      (events) => void told.push(...events),
      (error) => {
        throw error;
      },
    );
    const stored = [...(await writer.append(stream, 0, someEvents(2)))];
    await othersWrite(OTHERS / 2);
    expect(await timed('head before others', store.head())).toBe(stored.at(-1)?.position);
    expect(await timed('head before others, in another process', opened().head())).toBe(stored.at(-1)?.position);
    stored.push(...(await writer.append(stream, 2, someEvents(2))));
    await othersWrite(1_000);
    for (const each of [store, opened()]) {
      expect(await each.head()).toBe(stored.at(-1)?.position);
      expect(ids(await timed('all of ours', each.readAll(0, 10)))).toEqual(ids(stored));
      const [, second] = stored;
      expect(ids(await each.readAll(second?.position ?? 0, 10))).toEqual(ids(stored.slice(2)));
    }
    await expect.poll(() => ids(told), { timeout: 30_000 }).toEqual(ids(stored));
    tail.close();
  });
}

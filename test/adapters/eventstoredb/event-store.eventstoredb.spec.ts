import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { KurrentEventStore } from '../../../src/adapters/eventstoredb/event-store.js';
import { AppendTooLarge, NoSuchPosition, WrongVersion } from '../../../src/ports/stores/event-store.js';
import { describeEventStore } from '../../contracts/event-store.contract.js';
import { ids, newStream, someEvents } from '../../contracts/events.fixture.js';

const url = process.env.TEST_EVENT_STORE_URL;
const open = (prefix = '') =>
  new KurrentEventStore(`${url}${prefix && `&streamPrefix=${prefix}`}`, { allowVolatile: true });

if (url) {
  describeEventStore('EventStoreDB', async () => open());

  describe('event store: EventStoreDB, shared by deployments', () => {
    test('a position between events is told, at once, and harms nobody', async () => {
      const store = open(`d${randomUUID().slice(0, 8)}.`);
      const stream = `shared-${randomUUID()}_1`;
      const event = () => [{ id: randomUUID(), type: 'Noted', body: '{}' }];
      const [first] = await store.append(stream, 0, event());
      await store.append(stream, 1, event());
      const position = first?.position ?? 0;
      const since = performance.now();
      expect(await store.readAll(position - 1, 10)).toHaveLength(2);
      for (const wrong of [position - 2, position + 1, 5]) {
        await expect(store.readAll(wrong, 10)).rejects.toThrow(NoSuchPosition);
      }
      expect(performance.now() - since, 'a read is given up after 5 s').toBeLessThan(4_000);
      expect(await store.readAll(position, 10)).toHaveLength(1);
      await store.close();
    });

    test('each has a log of its own, under the same stream names', { timeout: 60_000 }, async () => {
      const [mine, theirs] = [1, 2].map(() => open(`d${randomUUID().slice(0, 8)}.`)) as [
        KurrentEventStore,
        KurrentEventStore,
      ];
      const stream = `shared-${randomUUID()}_1`;
      const event = (type: string) => [{ id: randomUUID(), type, body: '{}' }];
      expect(await mine.head()).toBe(0);
      await mine.append(stream, 0, event('Mine'));
      const [stored] = await theirs.append(stream, 0, event('Theirs'));
      const seen: string[] = [];
      const tail = theirs.tail(
        0,
        (events) => void seen.push(...events.map(({ type }) => type)),
        () => {},
      );
      expect(await theirs.readAll(0, 10)).toEqual([stored]);
      expect(stored).toMatchObject({ stream, version: 1, type: 'Theirs', position: await theirs.head() });
      expect((await mine.read(stream, { limit: 10 })).map(({ type }) => type)).toEqual(['Mine']);
      await theirs.append(stream, 1, event('Later'));
      await expect.poll(() => seen, { timeout: 30_000 }).toEqual(['Theirs', 'Later']);
      tail.close();
      await mine.close();
      await theirs.close();
    });

    test('a conflict names the stream as it was asked for', async () => {
      const store = open('d1.');
      const stream = newStream();
      await store.append(stream, 0, someEvents(2));
      const refusal = await store.append(stream, 5, someEvents(1)).catch((error) => error);
      expect(refusal).toBeInstanceOf(WrongVersion);
      expect(refusal).toMatchObject({ stream, expected: 5, actual: 2 });
      await store.close();
    });

    test.each([
      ['could be a pattern', 'a*'],
      ['could be the beginning of a category', 'abc'],
    ])('a prefix that %s is refused', (_, prefix) => {
      expect(() => open(prefix)).toThrow('streamPrefix');
    });
  });

  describe('what is stored in EventStoreDB', () => {
    test('is the very text, also where it is no JSON as this machine writes it', async () => {
      const store = open();
      const stream = newStream();
      const bodies = [
        '{ "b" : 1e2, "a": "\\u00fc", "a": 2 }',
        '"text"',
        'null',
        '{"2":0,"10":1,"__proto__":{"x":1}}',
        'no JSON',
        '',
      ];
      const events = bodies.map((body) => ({ id: randomUUID(), type: 'Noted', body }));
      expect((await store.append(stream, 0, events)).map(({ body }) => body)).toEqual(bodies);
      expect((await store.read(stream, { limit: 10 })).map(({ body }) => body)).toEqual(bodies);
      await store.close();
    });

    test('is refused whole where it is more than the server takes at once, and more goes in smaller parts', async () => {
      const store = open();
      const stream = newStream();
      const body = JSON.stringify('x'.repeat(300_000));
      const events = someEvents(4).map((event) => ({ ...event, body }));
      const refusal = await store.append(stream, 0, events).catch((error) => error);
      expect(refusal).toBeInstanceOf(AppendTooLarge);
      expect(refusal).toMatchObject({ stream, events: 4 });
      expect(await store.read(stream, { limit: 10 })).toEqual([]);
      await store.append(stream, 0, events.slice(0, 2));
      await store.append(stream, 2, events.slice(2));
      expect(ids(await store.read(stream, { limit: 10 }))).toEqual(ids(events));
      await store.close();
    });
  });
} else test.skipIf(!url)('EventStoreDB as an event store: skipped, as TEST_EVENT_STORE_URL names no server', () => {});

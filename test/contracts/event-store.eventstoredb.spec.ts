import { randomUUID } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { KurrentEventStore } from '../../src/adapters/eventstoredb/event-store.js';
import { describeEventStore } from './event-store.contract.js';

const url = process.env.TEST_EVENT_STORE_URL;
const open = (prefix = '') =>
  new KurrentEventStore(`${url}${prefix && `&streamPrefix=${prefix}`}`, { allowVolatile: true });

if (url) {
  describeEventStore('EventStoreDB', async () => open());

  describe('event store: EventStoreDB, shared by deployments', () => {
    test('each has a log of its own, under the same stream names', async () => {
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
      await expect.poll(() => seen).toEqual(['Theirs', 'Later']);
      tail.close();
      await mine.close();
      await theirs.close();
    });

    test('a prefix that could be a pattern is refused', () => {
      expect(() => open('a*')).toThrow('streamPrefix');
    });
  });
} else it.skip('EventStoreDB as an event store: skipped, as TEST_EVENT_STORE_URL names no server', () => {});

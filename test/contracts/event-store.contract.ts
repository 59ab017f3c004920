import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventStore, type NewStored, type Stored, WrongVersion } from '../../src/ports/stores/event-store.js';
import { describeConditions } from './event-store-conditions.contract.js';
import { describePages } from './event-store-pages.contract.js';
import { describeTails } from './event-store-tails.contract.js';
import { ascending, ids, logOf, newStream, someEvents, upTo } from './events.fixture.js';

const versions = (events: readonly Stored[]): number[] => events.map(({ version }) => version);

/** Everything the port promises. A real server keeps what earlier runs and other tests wrote: each test has its own streams. */
export function describeEventStore(name: string, open: () => Promise<EventStore>): void {
  describe(`${name} as an event store`, () => {
    let store: EventStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    const all = (stream: string) => store.read(stream, { limit: 10_000 });
    const written = (stream: string, count: number) => store.append(stream, 0, someEvents(count));

    describe('appending', () => {
      test('counts the versions of a stream from 1 and lets positions grow', async () => {
        const stream = newStream();
        const first = await store.append(stream, 0, someEvents(2));
        const second = await store.append(stream, 2, someEvents(1));
        expect(versions([...first, ...second])).toEqual([1, 2, 3]);
        expect(first[0]?.position).toBeGreaterThan(0);
        expect(ascending([...first, ...second])).toBe(true);
      });

      test('answers what a reader finds afterwards', async () => {
        const stream = newStream();
        const events = someEvents(3);
        const stored = await store.append(stream, 0, events);
        expect(await all(stream)).toEqual(stored);
        expect(stored).toEqual(events.map((event, i) => expect.objectContaining({ ...event, stream, version: i + 1 })));
      });

      test.each([
        ['JSON with its members, numbers and escapes in another form', '{"b":1.0,"a":[1e3,"\\u00fc"], "b":2}'],
        ['JSON with keys that look like numbers', '{"2":0,"1":0}'],
        ['a member __proto__', '{"__proto__":{"a":1}}'],
        ['text of every plane', JSON.stringify({ text: 'ü€😀\u2028\u0000\ufffd' })],
        ['no JSON', ' damaged { '],
      ])('keeps the bytes of a body: %s', async (_, body) => {
        const stream = newStream();
        const [event] = someEvents(1) as [NewStored];
        await store.append(stream, 0, [{ ...event, body }]);
        expect((await all(stream))[0]?.body).toBe(body);
      });

      test.each([
        ['a stream that must not exist but does', 0],
        ['a version that has passed', 2],
        ['a version that is still to come', 4],
      ])('refuses %s, and says what it expected and found', async (_, expected) => {
        const stream = newStream();
        const before = await written(stream, 3);
        const refusal = await store.append(stream, expected, someEvents(3)).catch((error) => error);
        expect(refusal).toBeInstanceOf(WrongVersion);
        expect(refusal).toMatchObject({ stream, expected, actual: 3 });
        expect(await all(stream)).toEqual(before);
      });

      test('refuses to append after the end of a stream nobody wrote, and does not make it', async () => {
        const stream = newStream();
        await expect(store.append(stream, 1, someEvents(2))).rejects.toMatchObject({ expected: 1, actual: 0 });
        expect(await all(stream)).toEqual([]);
        expect(versions(await written(stream, 1))).toEqual([1]);
      });

      test('lets exactly one of twenty racers make a stream', async () => {
        const stream = newStream();
        const racers = await Promise.allSettled(upTo(20).map(() => written(stream, 2)));
        const winners = racers.filter((racer) => racer.status === 'fulfilled');
        const losers = racers.filter((racer) => racer.status === 'rejected');
        expect(winners).toHaveLength(1);
        for (const { reason } of losers) expect(reason).toBeInstanceOf(WrongVersion);
        expect(await all(stream)).toEqual(winners[0]?.value);
      });

      test('keeps 1,000 appends that race over 50 streams, each stream dense', async () => {
        const streams = upTo(50).map(newStream);
        const insist = async (stream: string, event: NewStored, expected = 0): Promise<string> => {
          try {
            await store.append(stream, expected, [event]);
            return event.id;
          } catch (error) {
            if (!(error instanceof WrongVersion)) throw error;
            return insist(stream, event, error.actual);
          }
        };
        await Promise.all(
          streams.map(async (stream) => {
            const answered = await Promise.all(someEvents(20).map((event) => insist(stream, event)));
            const stored = await all(stream);
            expect(versions(stored)).toEqual(upTo(20));
            expect(ids(stored).sort()).toEqual(answered.sort());
          }),
        );
      });

      test('keeps every character, and bodies of 500 KB', async () => {
        const stream = newStream();
        const words = 'Grüße 你好 👩‍👩‍👧 \u0000 \u2028 \\ " \ufeff é';
        const events = [words, 'ß'.repeat(250_000)].map((text) => ({
          ...(someEvents(1)[0] as NewStored),
          body: JSON.stringify({ text }),
        }));
        await store.append(stream, 0, events);
        expect((await all(stream)).map(({ body }) => body)).toEqual(events.map(({ body }) => body));
      });

      test('takes an append of nothing for a mistake of the program', async () => {
        const appending = Promise.resolve().then(() => store.append(newStream(), 0, []));
        await expect(appending).rejects.toThrow(TypeError);
      });
    });

    describe('appending again', () => {
      test('answers what was stored, and stores nothing', async () => {
        const stream = newStream();
        const events = someEvents(3);
        const stored = await store.append(stream, 0, events);
        expect(await store.append(stream, 0, events)).toEqual(stored);
        expect(await all(stream)).toEqual(stored);
      });

      test('knows events that others followed', async () => {
        const stream = newStream();
        const events = someEvents(2);
        await written(stream, 1);
        const stored = await store.append(stream, 1, events);
        await store.append(stream, 3, someEvents(2));
        expect(await store.append(stream, 1, events)).toEqual(stored);
        expect(versions(await all(stream))).toEqual(upTo(5));
      });

      test('stores a batch once that is sent twice at the same time', async () => {
        const stream = newStream();
        const events = someEvents(3);
        const [one, other] = await Promise.all([store.append(stream, 0, events), store.append(stream, 0, events)]);
        expect(one).toEqual(other);
        expect(versions(await all(stream))).toEqual([1, 2, 3]);
      });

      test.each([
        ['other events', 1, (_: NewStored[]) => someEvents(2)],
        ['known events with a new one behind them', 1, (known: NewStored[]) => [...known, ...someEvents(1)]],
        ['known events with a new one before them', 0, (known: NewStored[]) => [...someEvents(1), ...known]],
        ['known events in another order', 1, (known: NewStored[]) => [...known].reverse()],
        ['known events at another place', 0, (known: NewStored[]) => known],
      ])('refuses %s, whole', async (_, expected, made) => {
        const stream = newStream();
        const known = someEvents(2);
        await written(stream, 1);
        await store.append(stream, 1, known);
        await expect(store.append(stream, expected, made(known))).rejects.toBeInstanceOf(WrongVersion);
        expect(versions(await all(stream))).toEqual([1, 2, 3]);
      });
    });

    describe('reading a stream', () => {
      const stream = newStream();
      beforeAll(() => written(stream, 10));
      const read = async (options: Parameters<EventStore['read']>[1]) => versions(await store.read(stream, options));

      test('starts with the oldest, and takes no more than asked', async () => {
        expect(await read({ limit: 3 })).toEqual([1, 2, 3]);
        expect(await read({ limit: 100 })).toEqual(upTo(10));
      });

      test('starts at a version, that one included', async () => {
        expect(await read({ from: 4, limit: 3 })).toEqual([4, 5, 6]);
        expect(await read({ from: 9, limit: 3 })).toEqual([9, 10]);
        expect(await read({ from: 11, limit: 3 })).toEqual([]);
      });

      test('goes backwards from the newest', async () => {
        expect(await read({ backwards: true, limit: 3 })).toEqual([10, 9, 8]);
      });

      test('goes backwards from a version, that one included', async () => {
        expect(await read({ backwards: true, from: 4, limit: 3 })).toEqual([4, 3, 2]);
        expect(await read({ backwards: true, from: 2, limit: 3 })).toEqual([2, 1]);
        expect(await read({ backwards: true, from: 99, limit: 1 })).toEqual([10]);
      });

      test('finds nothing in a stream nobody wrote', async () => {
        expect(await store.read(newStream(), { limit: 5 })).toEqual([]);
        expect(await store.read(newStream(), { backwards: true, limit: 5 })).toEqual([]);
      });
    });

    describe('reading the log', () => {
      test('covers every event once, in the order of the log, whatever the page', async () => {
        const start = await store.head();
        const streams = upTo(4).map(newStream);
        for (let version = 0; version < 10; version++)
          await Promise.all(streams.map((stream) => store.append(stream, version, someEvents(1))));
        const log = await logOf(store, streams, start, 7);
        expect(log).toHaveLength(40);
        expect(ascending(log)).toBe(true);
        for (const stream of streams) expect(log.filter((event) => event.stream === stream)).toEqual(await all(stream));
        expect(await logOf(store, streams, 0, 500)).toEqual(log);
      });

      test('leaves out the event at the position it starts after', async () => {
        const stream = newStream();
        const [first, second, third] = await written(stream, 3);
        expect(await logOf(store, [stream], first?.position ?? 0, 10)).toEqual([second, third]);
        expect(await logOf(store, [stream], second?.position ?? 0, 1)).toEqual([third]);
      });

      test('begins with an event where it starts right before it', async () => {
        const stream = newStream();
        const [first, second] = await written(stream, 2);
        expect(await logOf(store, [stream], (first?.position ?? 0) - 1, 10)).toEqual([first, second]);
        expect(await logOf(store, [stream], (second?.position ?? 0) - 1, 10)).toEqual([second]);
      });

      test('has its head at the newest event', async () => {
        const stream = newStream();
        const [last] = await written(stream, 1);
        const head = await store.head();
        expect(head).toBeGreaterThanOrEqual(last?.position ?? 0);
        expect(await logOf(store, [stream], head, 10)).toEqual([]);
      });
    });

    describeConditions(() => store);
    describePages(() => store);
    describeTails(() => store);
  });
}

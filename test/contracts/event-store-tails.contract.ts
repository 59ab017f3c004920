import { afterEach, describe, expect, test } from 'vitest';
import type { EventStore, Stored, Tail } from '../../src/ports/stores/event-store.js';
import { ids, logOf, newStream, someEvents, upTo } from './events.fixture.js';

type Handle = (events: readonly Stored[]) => Promise<void> | void;

interface CheckpointPoller extends Tail {
  /** What was handed over, of the streams followed. */
  readonly seen: readonly Stored[];
  readonly failures: readonly unknown[];
}

const aTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const eventually = <T>(get: () => T) => expect.poll(get, { interval: 5, timeout: 15_000 });

/** What the port promises of `tail`; a part of `describeEventStore`. */
export function describeTails(theStore: () => EventStore): void {
  describe('following the log', () => {
    const open: Tail[] = [];
    afterEach(() => {
      for (const tail of open.splice(0)) tail.close();
    });

    const write = (stream: string, expected: number, count: number) =>
      theStore().append(stream, expected, someEvents(count));

    /** `handle` is called with what of the streams is in a batch, and only if there is something. */
    function follow(streams: readonly string[], after: number, handle: Handle = () => {}): CheckpointPoller {
      const seen: Stored[] = [];
      const failures: unknown[] = [];
      const ours = (events: readonly Stored[]) => events.filter(({ stream }) => streams.includes(stream));
      const taking = (events: readonly Stored[]) => {
        seen.push(...ours(events));
        return ours(events).length > 0 ? handle(ours(events)) : undefined;
      };
      const tail = theStore().tail(after, taking, (error) => failures.push(error));
      open.push(tail);
      return { seen, failures, close: () => tail.close() };
    }

    /** Nothing of the stream reached the follower, though a later event reached someone else. */
    async function seenByOthers(stream: string, expected: number): Promise<void> {
      const other = follow([stream], await theStore().head());
      await write(stream, expected, 1);
      await eventually(() => other.seen.length).toBe(1);
      await aTurn();
    }

    test('hands over what was there before, from the start of the log', async () => {
      const stream = newStream();
      const stored = await write(stream, 0, 5);
      const follower = follow([stream], 0);
      await eventually(() => follower.seen).toEqual(stored);
    });

    test('starts after the position it was given', async () => {
      const stream = newStream();
      const stored = await write(stream, 0, 5);
      const follower = follow([stream], stored[2]?.position ?? 0);
      await eventually(() => follower.seen).toEqual(stored.slice(3));
    });

    test('hands over what is appended from now on, each event once', async () => {
      const streams = upTo(3).map(newStream);
      const start = await theStore().head();
      const follower = follow(streams, start);
      for (let version = 0; version < 20; version++) await Promise.all(streams.map((each) => write(each, version, 1)));
      await eventually(() => follower.seen.length).toBe(60);
      expect(follower.seen).toEqual(await logOf(theStore(), streams, start, 100));
    });

    test('never hands over what a reader cannot find yet', async () => {
      const stream = newStream();
      const found: Stored[] = [];
      const follower = follow([stream], await theStore().head(), async (events) => {
        for (const { version } of events) found.push(...(await theStore().read(stream, { from: version, limit: 1 })));
      });
      for (let version = 0; version < 10; version++) await write(stream, version, 1);
      await eventually(() => found.length).toBe(10);
      expect(follower.seen).toEqual(found);
    });

    test('catches up while appends go on: 2,000 events without a gap, a double or a swap', async () => {
      const streams = upTo(4).map(newStream);
      const start = await theStore().head();
      await Promise.all(streams.map((stream) => write(stream, 0, 250)));
      const follower = follow(streams, start, aTurn);
      await Promise.all(
        streams.map(async (stream) => {
          for (let version = 250; version < 500; version++) await write(stream, version, 1);
        }),
      );
      await eventually(() => follower.seen.length).toBeGreaterThanOrEqual(2_000);
      expect(ids(follower.seen)).toEqual(ids(await logOf(theStore(), streams, start, 500)));
    });

    test('waits for a slow handler before the next batch, and loses nothing meanwhile', async () => {
      const stream = newStream();
      let atWork = 0;
      let atWorkTogether = 0;
      const follower = follow([stream], await theStore().head(), async () => {
        atWorkTogether = Math.max(atWorkTogether, ++atWork);
        await new Promise((resolve) => setTimeout(resolve, 20));
        atWork--;
      });
      const stored: Stored[] = [];
      for (let version = 0; version < 100; version++) stored.push(...(await write(stream, version, 1)));
      await eventually(() => follower.seen.length).toBe(100);
      expect(follower.seen).toEqual(stored);
      expect(atWorkTogether).toBe(1);
    });

    test('lets a follower pass by another one that is stuck', async () => {
      const stream = newStream();
      const start = await theStore().head();
      const stuck = follow([stream], start, () => new Promise(() => {}));
      await write(stream, 0, 1);
      await eventually(() => stuck.seen.length).toBe(1);
      const quick = follow([stream], start);
      await write(stream, 1, 2);
      await eventually(() => quick.seen.length).toBe(3);
      expect(stuck.seen).toHaveLength(1);
    });

    test('hands over nothing after it was closed, and says nothing', async () => {
      const stream = newStream();
      const follower = follow([stream], await theStore().head());
      await write(stream, 0, 1);
      await eventually(() => follower.seen.length).toBe(1);
      follower.close();
      follower.close();
      await seenByOthers(stream, 1);
      expect(follower.seen).toHaveLength(1);
      expect(follower.failures).toEqual([]);
    });

    test('can be closed by its own handler, however much there is still to catch up with', async () => {
      const stream = newStream();
      const start = await theStore().head();
      for (let version = 0; version < 1_500; version += 250) await write(stream, version, 250);
      let calls = 0;
      const follower = follow([stream], start, () => {
        calls++;
        follower.close();
      });
      await eventually(() => calls).toBe(1);
      await seenByOthers(stream, 1_500);
      expect(calls).toBe(1);
      expect(follower.failures).toEqual([]);
    });

    const broken = new Error('the handler is broken');
    test.each<[string, Handle]>([
      [
        'throws',
        () => {
          throw broken;
        },
      ],
      ['breaks its promise', () => Promise.reject(broken)],
    ])('ends with a handler that %s, and tells so once', async (_, handle) => {
      const stream = newStream();
      const follower = follow([stream], await theStore().head(), handle);
      await write(stream, 0, 1);
      await eventually(() => follower.failures).toEqual([broken]);
      await seenByOthers(stream, 1);
      expect(follower.seen).toHaveLength(1);
      expect(follower.failures).toEqual([broken]);
    });
  });
}

import { afterEach, expect, test } from 'vitest';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { DAY, epochMs, plus, SECOND } from '../../../src/kernel/instant.js';
import { queueId } from '../../../src/webhooks/plan/delivery.js';
import type { ConversationQueue } from '../../../src/webhooks/queue/conversation-queue.js';
import { DueQueue } from '../../../src/webhooks/queue/due-queue.js';
import { QueueStore, type Waiting } from '../../../src/webhooks/queue/queue-store.js';
import { TENANT } from '../../support/given/given.js';
import { setClock } from '../../support/processes/set-clock.js';

const stores: SqliteOperationalStore[] = [];
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())));

/** The conversations of a tenant, those that became ready, and the clock by which they are due. */
function conversations({ isWoken = false, unread = false } = {}) {
  const operations = new SqliteOperationalStore(':memory:');
  stores.push(operations);
  const clock = setClock();
  const store = new QueueStore(operations, clock);
  const ready: ConversationQueue[] = [];
  const open = (unread: boolean) =>
    new DueQueue(
      {
        tenantId: TENANT,
        store,
        now: () => clock.now(),
        paced: (read) => read(),
        judge: async () => () => isWoken,
        ready: (queue) => void ready.push(queue),
        forward: () => {},
      },
      unread,
    );
  const queues = open(unread);
  const put = (conversation: string, place: number) =>
    store.add(TENANT, { id: `d${place}`, queued: queueId(conversation, place) });
  return {
    clock,
    store,
    queues,
    open,
    ready,
    put,
    /** The only conversation that is ready after what is due was read. */
    async next(): Promise<ConversationQueue> {
      queues.request(false);
      await queues.fill();
      const [queue, ...more] = ready.splice(0);
      expect(more).toEqual([]);
      return queue ?? expect.fail();
    },
    async ended(queue: ConversationQueue): Promise<void> {
      for (const { queued } of queue.waiting) await store.remove(TENANT, queued);
      queue.waiting = [];
    },
    /** The first delivery rests for a minute. */
    async rest(queue: ConversationQueue, attempted?: Waiting): Promise<void> {
      const first = attempted ?? (await queues.head(queue)) ?? expect.fail();
      const due = plus(clock.now(), 60 * SECOND);
      const rest = { at: clock.now(), type: 'message.created' } as const;
      const resting = await store.move(TENANT, { ...first, rest }, { lane: 'background', due });
      queues.rest(queue, resting ?? expect.fail(), epochMs(due));
    },
    lane: async (lane: 'background' | 'behind') => (await store.page(TENANT, lane, 100)).map(({ id }) => id),
  };
}

test('what is put for a conversation just as it leaves the memory is found again', async () => {
  const { queues, put, ended, lane, next } = conversations();
  await put('c', 1);
  const queue = await next();
  expect((await queues.head(queue))?.id).toBe('d1');
  await ended(queue);
  await put('c', 2);
  await queues.giveBack(queue);
  expect(await lane('background')).toEqual(['d2']);
  expect((await queues.head(await next()))?.id).toBe('d2');
});

test('a conversation that has nothing left leaves nothing, and the queue is empty', async () => {
  const { clock, queues, put, ended, next } = conversations();
  await put('c', 1);
  const queue = await next();
  await queues.head(queue);
  await ended(queue);
  await queues.giveBack(queue);
  queues.wake(epochMs(clock.now()));
  await queues.fill();
  expect(queues.isEmpty).toBe(true);
});

test('a delivery that is woken just as its conversation begins to rest is not missed', async () => {
  const { queues, ready, put, rest, next } = conversations({ isWoken: true });
  await put('c', 1);
  const queue = await next();
  await rest(queue);
  queues.request(true);
  await Promise.all([queues.giveBack(queue), queues.fill()]);
  expect(ready.map(({ conversation }) => conversation)).toEqual(['c']);
});

test('a delivery that rests is read at its time and not before', async () => {
  const { clock, queues, ready, put, rest, next } = conversations();
  await put('c', 1);
  const queue = await next();
  await rest(queue);
  await queues.giveBack(queue);
  for (const seconds of [0, 59]) {
    expect(queues.wake(epochMs(clock.now()) + seconds * SECOND)).toBe(false);
    expect(queues.isEmpty).toBe(false);
  }
  clock.advance(60 * SECOND);
  expect(queues.wake(epochMs(clock.now()))).toBe(true);
  await queues.fill();
  expect(ready.map(({ conversation }) => conversation)).toEqual(['c']);
});

test('all deliveries behind one that rests leave its lane, also those that came after it was read', async () => {
  const { queues, ready, put, rest, next, lane } = conversations();
  for (let place = 1; place <= 40; place++) await put('c', place);
  const queue = await next();
  await rest(queue);
  const late = await put('c', 41);
  queues.add('c', late);
  await queues.giveBack(queue);
  expect(await lane('background')).toEqual(['d1']);
  expect(await lane('behind')).toHaveLength(40);
  queues.request(false);
  await queues.fill();
  expect(ready).toEqual([]);
});

test.each(['before it rests', 'while it begins to rest'])(
  'a delivery that comes before another, %s, is sent at once',
  async (moment) => {
    const { queues, ready, put, rest, next } = conversations();
    await put('c', 7);
    const queue = await next();
    const first = await queues.head(queue);
    if (moment === 'while it begins to rest') await rest(queue, first);
    await put('c', 3);
    queues.request(false);
    await queues.fill();
    if (moment === 'before it rests') await rest(queue, first);
    await queues.giveBack(queue);
    expect(ready).toHaveLength(1);
    expect((await queues.head(ready[0] ?? expect.fail()))?.id).toBe('d3');
  },
);

test('deliveries behind one that is gone are found, by a process that knows of nothing else and after a day', async () => {
  for (const isAlone of [true, false]) {
    const { clock, store, put, open, ready } = conversations({ isWoken: isAlone });
    await store.moveBehind(TENANT, (await put('c', 2)) ?? expect.fail());
    const later = open(true);
    await later.fill();
    expect(ready).toEqual([]);
    if (!isAlone) clock.advance(DAY);
    expect(later.wake(epochMs(clock.now()))).toBe(true);
    await later.fill();
    expect(ready.map(({ conversation }) => conversation)).toEqual(['c']);
  }
});

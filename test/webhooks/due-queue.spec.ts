import { afterEach, expect, test } from 'vitest';
import { SqliteOperationalStore } from '../../src/adapters/sqlite/operational/operational-store.js';
import { epochMs, plus, SECOND } from '../../src/kernel/instant.js';
import type { ConversationQueue } from '../../src/webhooks/conversation-queue.js';
import { queueId } from '../../src/webhooks/delivery.js';
import { DeliveryStore } from '../../src/webhooks/delivery-store.js';
import { DueQueue } from '../../src/webhooks/due-queue.js';
import { TENANT } from '../support/given/given.js';
import { setClock } from '../support/processes/set-clock.js';

const stores: SqliteOperationalStore[] = [];
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())));

/** The conversations of a tenant, those that became ready, and the clock by which their heads are due. */
function conversations(isWoken = false) {
  const operations = new SqliteOperationalStore(':memory:');
  stores.push(operations);
  const clock = setClock();
  const deliveries = new DeliveryStore(operations, clock);
  const ready: ConversationQueue[] = [];
  const queues = new DueQueue(
    {
      tenantId: TENANT,
      deliveries,
      nowMs: () => epochMs(clock.now()),
      paced: (read) => read(),
      judge: async () => () => isWoken,
      ready: (queue) => void ready.push(queue),
      asked: () => {},
    },
    false,
  );
  const put = async (conversation: string, place: number) => {
    await deliveries.queue(TENANT, { id: `d${place}`, queued: queueId(conversation, place) });
    await deliveries.request(TENANT, [conversation]);
  };
  const ended = async (queue: ConversationQueue) => {
    for (const { queued } of queue.waiting) await deliveries.dequeue(TENANT, queued);
    queue.waiting = [];
  };
  return {
    clock,
    deliveries,
    queues,
    ready,
    put,
    ended,
    heads: () => operations.list(TENANT, 'webhook-head', '', 100),
  };
}

const only = (ready: ConversationQueue[]): ConversationQueue => {
  const [queue, ...more] = ready.splice(0);
  expect(more).toEqual([]);
  return queue ?? expect.fail();
};

test('what is put for a conversation just as it leaves the memory is found again', async () => {
  const { queues, ready, put, ended, heads } = conversations();
  await put('c', 1);
  queues.request(false);
  await queues.fill();
  const queue = only(ready);
  expect((await queues.head(queue))?.id).toBe('d1');
  await ended(queue);
  await put('c', 2);
  await queues.giveBack(queue);
  expect(await heads()).toHaveLength(1);
  queues.request(false);
  await queues.fill();
  expect((await queues.head(only(ready)))?.id).toBe('d2');
});

test('a conversation that has nothing left takes its heads with it, and the queue is empty', async () => {
  const { queues, ready, put, ended, heads } = conversations();
  await put('c', 1);
  queues.request(false);
  await queues.fill();
  const queue = only(ready);
  await queues.head(queue);
  await ended(queue);
  await queues.giveBack(queue);
  expect(await heads()).toEqual([]);
  await queues.fill();
  expect(queues.isEmpty).toBe(true);
});

test('a head that is woken just as its conversation begins to rest is not missed', async () => {
  const { queues, ready, put, deliveries, clock } = conversations(true);
  await put('c', 1);
  queues.request(false);
  await queues.fill();
  const queue = only(ready);
  await queues.head(queue);
  const due = plus(clock.now(), 60 * SECOND);
  const value = { at: clock.now(), type: 'message.created' } as const;
  const id = await deliveries.heads.put(TENANT, 'background', 'c', { value, due });
  queues.rest(queue, id, epochMs(due));
  queues.request(true);
  await Promise.all([queues.giveBack(queue), queues.fill()]);
  expect(only(ready).conversation).toBe('c');
});

test('a head that rests is read at its time and not before', async () => {
  const { queues, ready, put, deliveries, clock } = conversations();
  await put('c', 1);
  queues.request(false);
  await queues.fill();
  const queue = only(ready);
  await queues.head(queue);
  const due = plus(clock.now(), 60 * SECOND);
  const value = { at: clock.now(), type: 'message.created' } as const;
  queues.rest(queue, await deliveries.heads.put(TENANT, 'background', 'c', { value, due }), epochMs(due));
  await queues.giveBack(queue);
  for (const seconds of [0, 59]) {
    expect(queues.wake(epochMs(clock.now()) + seconds * SECOND)).toBe(false);
    expect(queues.isEmpty).toBe(false);
  }
  clock.advance(60 * SECOND);
  expect(queues.wake(epochMs(clock.now()))).toBe(true);
  await queues.fill();
  expect(only(ready).conversation).toBe('c');
});

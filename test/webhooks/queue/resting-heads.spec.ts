import { afterEach, describe, expect, test } from 'vitest';
import { plus, SECOND } from '../../../src/kernel/instant.js';
import type { OperationalStore } from '../../../src/ports/stores/operational-store.js';
import { type Delivery, newDeliveryId, queueId } from '../../../src/webhooks/plan/delivery.js';
import { type Dispatchery, dispatcherHarness } from '../../support/given/dispatcher-harness.js';
import { TENANT } from '../../support/given/given.js';
import { setClock } from '../../support/processes/set-clock.js';
import { type Answering, aReceiver, type Received, type Receiver } from '../../support/servers/webhook-receiver.js';
import { until } from '../../support/until.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function receiving(answering: (received: Received, nth: number) => Answering = () => 204): Promise<Receiver> {
  const receiver = await aReceiver(answering);
  closing.push(() => receiver.close());
  return receiver;
}

async function started(place: Dispatchery, through: OperationalStore = place.operations): Promise<() => void> {
  const dispatcher = place.dispatcher(through);
  await dispatcher.start();
  closing.push(() => dispatcher.close());
  return () => dispatcher.close();
}

/** The store, and how often each of its reads was asked for, with the rows answered by the largest. */
function counted(operations: OperationalStore) {
  const reads = { lists: 0, gets: 0, largest: 0 };
  const list: OperationalStore['list'] = async (...args) => {
    reads.lists++;
    const found = await operations.list(...args);
    reads.largest = Math.max(reads.largest, found.length);
    return found as never;
  };
  const get: OperationalStore['get'] = (key) => {
    reads.gets++;
    return operations.get(key);
  };
  const inLane: OperationalStore['inLane'] = async (...args) => {
    reads.lists++;
    const found = await operations.inLane(...args);
    reads.largest = Math.max(reads.largest, found.length);
    return found as never;
  };
  const own = { list, get, inLane };
  const store = new Proxy(operations, {
    get: (target, name) => own[name as keyof typeof own] ?? Reflect.get(target, name).bind(target),
  });
  return { store, reads };
}

/** Conversations that rest as a process before left them: each has a delivery that failed once and is tried in an hour. */
async function withResting(place: Dispatchery, count: number, now = setClock().now()): Promise<void> {
  const due = plus(now, 3_600 * SECOND);
  const attempts = [{ at: now, durationMs: 1, statusCode: 503, error: 'status' }] as const;
  for (let n = 0; n < count; n += 500) {
    const batch = Array.from({ length: Math.min(500, count - n) }, async (_, i) => {
      const [conversation, id] = [`r${n + i}`, newDeliveryId(now, 1_000_000 + n + i)];
      const type = 'message.created';
      const delivery: Delivery = {
        ...{ webhookId: id, type, conversationId: conversation, status: 'PENDING', attempts, earlier: 0 },
        ...{ createdAt: now, nextAttemptAt: due },
      };
      const { waiting } = await place.deliveries.plan(TENANT, { id, queued: queueId(conversation, n) }, delivery);
      if (!waiting) return expect.fail();
      await place.deliveries.queues.move(TENANT, { ...waiting, rest: { at: now, type } }, { lane: 'background', due });
    });
    await Promise.all(batch);
  }
}

const texts = (received: readonly Received[]) => received.map(({ body }) => body.data.text);
const turnsOfTime = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 250));

describe('conversations that rest', () => {
  test('twenty thousand of them cost a tick nothing, and a new event of another one is sent at once', async () => {
    const clock = setClock();
    const place = await dispatcherHarness([], clock);
    const receiver = await receiving(() => 503);
    await place.listen(TENANT, receiver.url, ['message.created']);
    clock.advance(SECOND);
    await withResting(place, 20_000, clock.now());
    const { store, reads } = counted(place.operations);
    await started(place, store);
    await until(
      () => reads.lists,
      (lists) => lists >= 101,
    );
    await until(async () => {
      const before = reads.lists;
      await turnsOfTime(1);
      return reads.lists === before;
    });
    expect(reads.largest).toBeLessThanOrEqual(200);
    const before = { ...reads };
    await turnsOfTime(4);
    expect(reads).toEqual(before);
    await place.post(TENANT, 'other', ['now']);
    await receiver.until(1);
    expect(texts(receiver.received)).toEqual(['now']);
    expect(reads.lists - before.lists).toBeLessThan(10);
  }, 60_000);

  test('more of them than a process keeps in memory do not stop the others of their tenant', async () => {
    const place = await dispatcherHarness([3_600]);
    const receiver = await receiving(({ body }) => (body.data.text === 'fails' ? 503 : 204));
    await place.listen(TENANT, receiver.url, ['message.created']);
    for (let n = 0; n < 1_200; n++) await place.post(TENANT, `c${n}`, ['fails']);
    await started(place);
    await receiver.until(1_200, 25_000);
    await until(async () => (await place.resting(TENANT)).length === 1_200, Boolean, 25_000);
    await place.post(TENANT, 'other', ['goes through']);
    await receiver.until((received) => texts(received).includes('goes through'));
  }, 30_000);

  test('a new delivery of one of them waits behind its first, and each due one is tried at its time', async () => {
    const clock = setClock();
    const place = await dispatcherHarness([], clock);
    const receiver = await receiving(() => 503);
    await place.listen(TENANT, receiver.url, ['message.created']);
    await started(place);
    for (const id of ['a', 'b']) await place.post(TENANT, id, [`${id}1`]);
    await until(async () => (await place.resting(TENANT)).length === 2);
    await place.post(TENANT, 'a', ['a2']);
    await turnsOfTime(2);
    expect(texts(receiver.received).sort()).toEqual(['a1', 'b1']);
    receiver.answers(() => 204);
    clock.advance(6 * SECOND);
    await receiver.until(5);
    const told = texts(receiver.received).slice(2);
    expect([told.filter((text) => text.startsWith('a')), told.length]).toEqual([['a1', 'a2'], 3]);
    await until(async () => (await place.queued(TENANT)).length === 0);
  });

  test('one that a process planned before it was killed is found by the next', async () => {
    const place = await dispatcherHarness([3_600]);
    const receiver = await receiving();
    await place.listen(TENANT, receiver.url, ['message.created']);
    await withResting(place, 600);
    const id = newDeliveryId(place.now(), 7);
    await place.post(TENANT, 'source', ['found']);
    const [event] = await place.log.readAll((await place.log.head()) - 1, 1);
    const { id: webhookId, stream, version } = event?.meta ?? expect.fail();
    const start = { webhookId, type: 'message.created', conversationId: 'lost', status: 'PENDING' } as const;
    const delivery = { ...start, attempts: [], earlier: 0, createdAt: place.now(), source: { stream, version } };
    await place.deliveries.plan(TENANT, { id, queued: queueId('lost', 7) }, delivery);
    await started(place);
    await receiver.until(2);
    await until(async () => (await place.deliveries.get(TENANT, id))?.value.status === 'DELIVERED');
  });
});

test('what waits behind a delivery that rests is due once it ends, so that another process would send it', async () => {
  const place = await dispatcherHarness([3_600]);
  const receiver = await receiving(({ body }) => (body.data.text === '1' ? 503 : () => {}));
  await place.listen(TENANT, receiver.url, ['message.created']);
  await started(place);
  await place.post(TENANT, 'c', ['1', '2', '3']);
  const lanes = async () => (await place.queued(TENANT)).map(({ lane }) => lane);
  await until(lanes, (found) => found.join() === 'background,behind,behind');
  receiver.answers(({ body }) => (body.data.text === '1' ? 204 : () => {}));
  await place.change(TENANT, { enabled: true });
  await receiver.until(3);
  expect(await lanes()).toEqual(['background', 'behind']);
});

test('two processes that overlap during a hand-over leave nothing undelivered, and keep each conversation in order', async () => {
  const place = await dispatcherHarness([0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2]);
  const receiver = await receiving((_, nth) => (nth % 3 === 0 ? 503 : 204));
  await place.listen(TENANT, receiver.url, ['message.created']);
  const stop = await started(place);
  const conversations = Array.from({ length: 60 }, (_, n) => `c${n}`);
  for (const id of conversations) await place.post(TENANT, id, ['1', '2']);
  await receiver.until(20);
  await started(place);
  for (const id of conversations) await place.post(TENANT, id, ['3']);
  await receiver.until(60);
  stop();
  await until(
    async () => {
      const all = await place.all(TENANT);
      return all.length === 180 && all.every(({ value }) => value.status === 'DELIVERED');
    },
    Boolean,
    25_000,
  );
  await until(async () => (await place.queued(TENANT)).length === 0);
  for (const id of conversations) {
    const told = receiver.received.filter(({ body }) => body.data.conversation_id === id);
    expect([...new Set(texts(told))]).toEqual(['1', '2', '3']);
  }
}, 30_000);

test('an endpoint that is disabled has all that rests cancelled, a few rows at a time', async () => {
  const place = await dispatcherHarness([3_600]);
  const receiver = await receiving(() => 503);
  await place.listen(TENANT, receiver.url, ['message.created']);
  const { store, reads } = counted(place.operations);
  await started(place, store);
  for (let n = 0; n < 300; n++) await place.post(TENANT, `c${n}`, ['1', '2', '3']);
  await until(async () => (await place.resting(TENANT)).length === 300);
  reads.largest = 0;
  await place.change(TENANT, { enabled: false });
  await until(async () => (await place.queued(TENANT)).length === 0, Boolean, 25_000);
  const ended = await place.all(TENANT);
  expect([ended.length, ended.every(({ value }) => value.status === 'CANCELLED')]).toEqual([900, true]);
  expect(reads.largest).toBeLessThanOrEqual(200);
  expect(receiver.received).toHaveLength(300);
  await until(async () => (await place.resting(TENANT)).length === 0);
}, 30_000);

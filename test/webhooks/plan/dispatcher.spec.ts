import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, test } from 'vitest';
import { TEST_TYPE } from '../../../src/catalogue/webhook-types.js';
import type { Recorded } from '../../../src/kernel/event.js';
import { instant } from '../../../src/kernel/instant.js';
import { streamName } from '../../../src/kernel/stream.js';
import type { MessagePosted } from '../../../src/modules/conversations/message/domain/message.events.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import type { OperationalStore } from '../../../src/ports/stores/operational-store.js';
import { type Delivery, ownQueue, queueId } from '../../../src/webhooks/plan/delivery.js';
import type { Dispatcher } from '../../../src/webhooks/plan/dispatcher.js';
import { dispatcherHarness, SECRET } from '../../support/given/dispatcher-harness.js';
import { TENANT } from '../../support/given/given.js';
import { aReceiver, type Received, type Receiver } from '../../support/servers/webhook-receiver.js';
import { until } from '../../support/until.js';

const OTHER = '22222222-2222-7222-8222-222222222222';
const texts = (received: readonly Received[], conversation: string) =>
  received.filter(({ body }) => body.data.conversation_id === conversation).map(({ body }) => body.data.text);
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => String(from + i));

const receivers: Receiver[] = [];
const running: Dispatcher[] = [];
afterEach(async () => {
  for (const dispatcher of running.splice(0)) dispatcher.close();
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

async function receiving(...args: Parameters<typeof aReceiver>): Promise<Receiver> {
  const receiver = await aReceiver(...args);
  receivers.push(receiver);
  return receiver;
}

async function started(dispatcher: Dispatcher): Promise<Dispatcher> {
  running.push(dispatcher);
  await dispatcher.start();
  return dispatcher;
}

/** An operational store whose first change of a kind fails. */
function failingOnce(operations: OperationalStore, kind: string): OperationalStore {
  let isFailing = true;
  return new Proxy(operations, {
    get(target, name) {
      if (name !== 'put') return Reflect.get(target, name).bind(target);
      return (...args: Parameters<OperationalStore['put']>) => {
        if (!isFailing || args[0].kind !== kind) return target.put(...args);
        isFailing = false;
        return Promise.reject(new StoreUnavailable('away'));
      };
    },
  });
}

/** A ledger whose process dies at the n-th change: that one and all after it are not made. */
function dyingAt(
  operations: OperationalStore,
  n: number,
): { readonly operations: OperationalStore; readonly dead: Promise<void> } {
  let changes = 0;
  let died = () => {};
  const dead = new Promise<void>((resolve) => {
    died = resolve;
  });
  const change = <T>(work: () => Promise<T>): Promise<T> => {
    if (changes++ < n) return work();
    died();
    return Promise.reject(new StoreUnavailable('dead'));
  };
  const reading = <T>(work: () => Promise<T>): Promise<T> =>
    changes > n ? Promise.reject(new StoreUnavailable('dead')) : work();
  const through = (name: keyof OperationalStore) => {
    if (name === 'close') return async () => {};
    const work = operations[name] as (...given: unknown[]) => Promise<unknown>;
    const does = ['put', 'remove', 'relist'].includes(name) ? change : reading;
    return (...given: unknown[]) => does(() => work.apply(operations, given));
  };
  return { dead, operations: new Proxy(operations, { get: (_, name) => through(name as keyof OperationalStore) }) };
}

describe('a dispatcher that dies', () => {
  test.each(Array.from({ length: 28 }, (_, n) => n))(
    'before its change %i of the ledger leaves nothing undelivered, and nothing under a second id',
    async (n) => {
      const place = await dispatcherHarness();
      const receiver = await receiving((_, nth) => (nth === 2 ? 500 : 204));
      await place.listen(TENANT, receiver.url, ['message.created']);
      await place.post(TENANT, 'a', numbers(1, 3));
      await place.post(TENANT, 'b', numbers(1, 3));
      const dying = dyingAt(place.operations, n);
      const first = await started(place.dispatcher(dying.operations));
      await dying.dead;
      first.close();
      await place.post(TENANT, 'a', ['4']);
      await started(place.dispatcher());
      await until(async () => {
        const all = await place.all(TENANT);
        return all.length === 7 && all.every(({ value }) => value.status === 'DELIVERED');
      });
      await until(async () => (await place.queued(TENANT)).length === 0);
      for (const [conversation, expected] of [
        ['a', numbers(1, 4)],
        ['b', numbers(1, 3)],
      ] as const) {
        const told = texts(receiver.received, conversation);
        expect([...new Set(told)]).toEqual(expected);
      }
      const idsByText = new Map<string, Set<string>>();
      for (const { body, headers, raw } of receiver.received) {
        new Webhook(SECRET).verify(raw, headers);
        const key = `${body.data.conversation_id} ${body.data.text}`;
        idsByText.set(key, (idsByText.get(key) ?? new Set()).add(headers['webhook-id'] ?? ''));
      }
      expect([...idsByText.values()].every(({ size }) => size === 1)).toBe(true);
    },
  );

  test('and begins again with what it left: what waits to be tried again is tried again, what is done is not', async () => {
    const place = await dispatcherHarness([0.3, 0.3, 0.3]);
    const receiver = await receiving(({ body }) => (body.data.text === '2' ? 500 : 204));
    await place.listen(TENANT, receiver.url, ['message.created']);
    await place.post(TENANT, 'a', numbers(1, 3));
    const first = await started(place.dispatcher());
    await until(async () => (await place.all(TENANT)).some(({ value }) => value.nextAttemptAt !== undefined));
    first.close();
    receiver.answers(() => 204);
    await started(place.dispatcher());
    await until(async () => (await place.all(TENANT)).every(({ value }) => value.status === 'DELIVERED'));
    expect(texts(receiver.received, 'a')).toEqual(['1', '2', '2', '3']);
  });
});

test('after a failure each event is judged again by the endpoint of its time, not by a later one', async () => {
  const place = await dispatcherHarness();
  const receiver = await receiving();
  await place.post(TENANT, 'a', ['before the endpoint']);
  await place.listen(TENANT, receiver.url, ['message.created']);
  await place.post(TENANT, 'a', ['after it']);
  await started(place.dispatcher(failingOnce(place.operations, 'webhook-delivery')));
  await receiver.until(1);
  await until(async () => (await place.queued(TENANT)).length === 0);
  expect(texts(receiver.received, 'a')).toEqual(['after it']);
});

describe('an endpoint that is dead', () => {
  test('holds back nobody else, and its backlog lies in the ledger, not in memory', async () => {
    const place = await dispatcherHarness([3_600]);
    const [dead, quick] = [await receiving(() => 503), await receiving()];
    await place.listen(TENANT, dead.url, ['message.created']);
    await place.listen(OTHER, quick.url, ['message.created']);
    await started(place.dispatcher());
    for (let i = 0; i < 20; i++) await place.post(TENANT, `c${i}`, numbers(1, 250));
    await place.post(OTHER, 'a', numbers(1, 100));
    await quick.until(100);
    expect(texts(quick.received, 'a')).toEqual(numbers(1, 100));
    await until(async () => (await place.queued(TENANT)).length === 5_000);
    await until(() => dead.received.length === 20);
    expect(new Set(dead.received.map(({ body }) => body.data.text))).toEqual(new Set(['1']));
  });

  test('is sent to at eight conversations at once, and a test still reaches it', async () => {
    const place = await dispatcherHarness();
    const receiver = await receiving(() => () => {});
    await place.listen(TENANT, receiver.url, ['message.created']);
    for (let i = 0; i < 20; i++) await place.post(TENANT, `c${i}`, ['1']);
    await started(place.dispatcher());
    await receiver.until(8);
    const start = { type: TEST_TYPE, status: 'PENDING', attempts: [], earlier: 0, createdAt: instant('2030-01-01') };
    const waiting = { id: 'probe', queued: queueId(ownQueue('probe'), 0) };
    await place.deliveries.plan(TENANT, waiting, { ...start, webhookId: 'probe' } as Delivery);
    await place.deliveries.request(TENANT);
    await receiver.until(9);
    expect(receiver.received.map(({ body }) => body.type).sort()).toEqual([
      ...Array.from({ length: 8 }, () => 'message.created'),
      TEST_TYPE,
    ]);
  });

  test('is served in order of each conversation once it lives again', async () => {
    const place = await dispatcherHarness([0.5, 0.5, 0.5, 0.5, 0.5]);
    const receiver = await receiving(() => 503);
    await place.listen(TENANT, receiver.url, ['message.created']);
    await started(place.dispatcher());
    for (const id of ['a', 'b', 'c']) await place.post(TENANT, id, numbers(1, 60));
    await receiver.until(3);
    const failed = receiver.received.length;
    receiver.answers(() => 204);
    await receiver.until(failed + 180);
    for (const id of ['a', 'b', 'c']) expect(texts(receiver.received.slice(failed), id)).toEqual(numbers(1, 60));
  });
});

test('the first success wakes all that wait, but not what a receiver held back, and a PUT wakes that too', async () => {
  const place = await dispatcherHarness([3_600, 3_600]);
  let isUp = false;
  const receiver = await receiving(({ body }) => {
    if (isUp) return 204;
    const held = body.data.text === 'held';
    return (response) => void response.writeHead(503, held ? { 'retry-after': '7000' } : {}).end();
  });
  await place.listen(TENANT, receiver.url, ['message.created']);
  await started(place.dispatcher());
  for (const id of ['a', 'b']) await place.post(TENANT, id, ['1']);
  await place.post(TENANT, 'h', ['held']);
  await until(async () => (await place.all(TENANT)).filter(({ value }) => value.nextAttemptAt).length === 3);
  isUp = true;
  await place.post(TENANT, 'c', ['new']);
  const delivered = async () => (await place.all(TENANT)).filter(({ value }) => value.status === 'DELIVERED').length;
  await until(async () => (await delivered()) === 3);
  expect(texts(receiver.received, 'h')).toHaveLength(1);
  await place.change(TENANT, { enabled: true });
  await until(async () => (await delivered()) === 4);
});

test('a body that is built after the message was deleted tells it as deleted', async () => {
  const place = await dispatcherHarness([0.3, 0.3, 0.3]);
  const receiver = await receiving(() => 500);
  await place.listen(TENANT, receiver.url, ['message.created']);
  await place.post(TENANT, 'a', ['first', 'secret behind it']);
  const posted = await place.log.read(streamName('messageLog', TENANT, 'a'), { limit: 2 });
  await started(place.dispatcher());
  await receiver.until(1);
  const { messageId, sequence } = (posted[1] as Recorded<MessagePosted>).data;
  await place.delete(TENANT, 'a', { messageId, sequence, lastSequence: sequence });
  receiver.answers(() => 204);
  await receiver.until(3);
  expect(receiver.received.at(-1)?.body.data).toMatchObject({ id: messageId, deleted_at: expect.any(String) });
  expect(receiver.received.map(({ raw }) => raw).join()).not.toContain('secret');
});

test('many more conversations than are kept in mind are all delivered, each in order', async () => {
  const place = await dispatcherHarness([0.2, 0.2, 0.2, 0.2]);
  const receiver = await receiving((_, nth) => (nth % 50 === 0 ? 500 : 204));
  await place.listen(TENANT, receiver.url, ['message.created']);
  for (let i = 0; i < 1_300; i++) await place.post(TENANT, `c${i}`, ['1', '2']);
  await started(place.dispatcher());
  const isDone = async () => (await place.queued(TENANT)).length === 0 && receiver.received.length >= 2_600;
  await until(isDone, Boolean, 25_000);
  for (let i = 0; i < 1_300; i += 100) expect([...new Set(texts(receiver.received, `c${i}`))]).toEqual(['1', '2']);
  const all = await place.all(TENANT);
  expect([all.length, all.every(({ value }) => value.status === 'DELIVERED')]).toEqual([2_600, true]);
}, 30_000);

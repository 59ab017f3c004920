import { afterEach, describe, expect, test } from 'vitest';
import { ownQueue, queueId } from '../../../src/webhooks/plan/delivery.js';
import { type Dispatchery, dispatcherHarness } from '../../support/given/dispatcher-harness.js';
import { TENANT } from '../../support/given/given.js';
import { type Answering, aReceiver, type Received, type Receiver } from '../../support/servers/webhook-receiver.js';
import { until } from '../../support/until.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function receiving(answering: (received: Received, nth: number) => Answering): Promise<Receiver> {
  const receiver = await aReceiver(answering);
  closing.push(() => receiver.close());
  return receiver;
}

async function started(place: Dispatchery): Promise<void> {
  const dispatcher = place.dispatcher();
  await dispatcher.start();
  closing.push(() => dispatcher.close());
}

const texts = (received: readonly Received[]) => received.map(({ body }) => body.data.text);
const turnsOfTime = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 250));

describe('the places kept for what a person asks', () => {
  test('send tests and retries although all others hang and thousands of conversations are due', async () => {
    const place = await dispatcherHarness([3_600]);
    const receiver = await receiving(({ body }) => (body.type === 'test.webhook' ? 204 : () => {}));
    await place.listen(TENANT, receiver.url, ['message.created']);
    for (let n = 0; n < 1_500; n++) await place.post(TENANT, `c${n}`, ['hangs']);
    await started(place);
    await receiver.until(8);
    await until(async () => (await place.queued(TENANT)).length === 1_500);
    const start = {
      type: 'test.webhook',
      status: 'PENDING',
      attempts: [],
      earlier: 0,
      createdAt: place.now(),
    } as const;
    for (let n = 0; n < 120; n++) {
      const [id, own] = [`t${n}`, ownQueue(`t${n}`)];
      await place.deliveries.plan(TENANT, { id, queued: queueId(own, 0) }, { ...start, webhookId: id });
      await place.deliveries.request(TENANT);
    }
    await receiver.until(128);
    const waiting = (await place.all(TENANT)).find(({ value }) => value.conversationId === 'c1499');
    if (!waiting) return expect.fail();
    await place.deliveries.request(TENANT, ['c1499']);
    await receiver.until((received) => received.some(({ body }) => body.data.conversation_id === 'c1499'));
    expect(receiver.received.filter(({ body }) => body.type === 'message.created')).toHaveLength(9);
  }, 30_000);

  test('send a retry by hand only while no other attempt of its conversation is under way', async () => {
    const place = await dispatcherHarness([3_600]);
    const open: (() => void)[] = [];
    const hangs: Answering = (response) => void open.push(() => response.writeHead(204).end());
    const receiver = await receiving(({ body }) => (body.data.text === 'hangs' ? hangs : 204));
    await place.listen(TENANT, receiver.url, ['message.created']);
    await started(place);
    await place.post(TENANT, 'c', ['ended']);
    const [ended] = await until(
      () => place.all(TENANT),
      (all) => all[0]?.value.status === 'DELIVERED',
    );
    await place.post(TENANT, 'c', ['hangs']);
    await receiver.until(2);
    const { key, value, revision } = ended ?? expect.fail();
    await place.deliveries.save(TENANT, key.id, { ...value, status: 'PENDING', earlier: 1 }, revision);
    await place.deliveries.queues.add(TENANT, { id: key.id, queued: queueId(ownQueue(key.id), 1) });
    await place.deliveries.request(TENANT);
    await turnsOfTime(2);
    expect(receiver.received).toHaveLength(2);
    for (const answer of open) answer();
    await receiver.until(3);
    expect(texts(receiver.received)).toEqual(['ended', 'hangs', 'ended']);
  });

  test('send again what is retried by hand while an attempt of it fails', async () => {
    const place = await dispatcherHarness([3_600]);
    const open: (() => void)[] = [];
    const fails: Answering = (response) => void open.push(() => response.writeHead(503).end());
    const receiver = await receiving((_, nth) => (nth === 1 ? fails : 204));
    await place.listen(TENANT, receiver.url, ['message.created']);
    await started(place);
    await place.post(TENANT, 'c', ['x']);
    await receiver.until(1);
    const [{ key, value, revision } = expect.fail()] = await place.all(TENANT);
    await place.deliveries.save(TENANT, key.id, { ...value, renewedAt: place.now() }, revision);
    for (const answer of open) answer();
    await receiver.until(2);
    const after = await until(
      () => place.deliveries.get(TENANT, key.id),
      (found) => found?.value.status === 'DELIVERED',
    );
    expect(after?.value.attempts).toHaveLength(2);
  });
});

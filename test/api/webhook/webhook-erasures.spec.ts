import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, expect, test } from 'vitest';
import { erased, erasedConversation } from '../../fixtures/erasures.js';
import { createWebhookTenant, type WebhookTenant, webhookEnvironment } from '../../fixtures/webhooks.js';
import { startTidings } from '../../support/api.js';
import { aReceiver, type Receiver } from '../../support/servers/webhook-receiver.js';

const tidings = await startTidings(webhookEnvironment);
const receivers: Receiver[] = [];
let tenants = 0;

afterAll(() => tidings.close());
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

const SECRET = 'qwzxsecret';
const TYPES = ['message.created', 'participant.created'];

/** A tenant whose receiver has the participant and the first message, and holds the answer to the latter. */
async function waitingTenant(): Promise<{ tenant: WebhookTenant; receiver: Receiver; release: () => void }> {
  const held: ServerResponse[] = [];
  const receiver = await aReceiver((_, nth) => (nth === 2 ? (response) => void held.push(response) : 204));
  receivers.push(receiver);
  const tenant = await createWebhookTenant(tidings, `hooks-e${++tenants}`);
  await tenant.enableWebhooks(receiver.url, TYPES);
  await tenant.conversationWithClient('c1');
  await tenant.post('c1', 'the first');
  await receiver.until(2);
  await tenant.post('c1', SECRET);
  return { tenant, receiver, release: () => held.splice(0).map((response) => response.writeHead(204).end()) };
}

const bodies = ({ received }: Receiver) => received.map(({ body }) => body);

test('a delivery that waits while its author is erased has no content', async () => {
  const { tenant, receiver, release } = await waitingTenant();
  await erased(tenant.owner, '/conversations/c1/participants/client');
  release();
  await receiver.until(3);
  const { type, data } = bodies(receiver)[2] ?? expect.fail();
  expect([type, data.sequence, data.erased]).toEqual(['message.created', 2, true]);
  expect(JSON.stringify(data)).not.toContain(SECRET);
});

test('a delivery that waits while its conversation is erased is not sent, and none of it is listed', async () => {
  const { tenant, receiver, release } = await waitingTenant();
  await erasedConversation(tenant.owner, 'c1');
  release();
  await tenant.conversationWithClient('c2');
  await tenant.post('c2', 'of another conversation');
  await receiver.until(4);
  await tenant.untilDeliveries((all) => all.length === 2 && all.every(({ status }) => status === 'DELIVERED'));
  expect(JSON.stringify(bodies(receiver))).not.toContain(SECRET);
});

test('a replay and a retry by hand send what is left, under the webhook-ids of before', async () => {
  const receiver = await aReceiver();
  receivers.push(receiver);
  const tenant = await createWebhookTenant(tidings, `hooks-e${++tenants}`);
  await tenant.enableWebhooks(receiver.url, TYPES);
  for (const id of ['whole', 'part']) {
    await tenant.conversationWithClient(id, { participants: [{ id: 'client', kind: 'CLIENT', display_name: SECRET }] });
    await tenant.post(id, SECRET);
  }
  await receiver.until(4);
  const idsOf = (all: Receiver['received']) => all.map(({ headers }) => headers['webhook-id']).toSorted();
  const ofPart = receiver.received.filter(({ body }) => [body.data.conversation_id, body.data.id].includes('part'));
  await erasedConversation(tenant.owner, 'whole');
  await erased(tenant.owner, '/conversations/part/participants/client');
  receiver.received.length = 0;

  const range = { from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' };
  const { body } = await tenant.owner.mustCall('POST', '/webhooks/replay', range);
  expect(body).toMatchObject({ status: 'DONE', deliveries: 2 });
  await receiver.until(2);
  expect(idsOf(receiver.received)).toEqual(expect.arrayContaining(idsOf(ofPart)));
  const [message, participant] = bodies(receiver).toSorted((a, b) => a.type.localeCompare(b.type));
  expect(message.data).toMatchObject({ kind: 'TEXT', sequence: 1, erased: true });
  expect(participant.data).toEqual({ id: 'client', kind: 'CLIENT', erased: true });

  const kept = await tenant.untilDeliveries((all) => all.every(({ status }) => status === 'DELIVERED'));
  const first = kept.findLast(({ type }) => type === 'message.created') ?? expect.fail();
  await tenant.owner.mustCall('POST', `/webhooks/deliveries/${first.id}/retry`);
  await receiver.until(3);
  expect(bodies(receiver)[2].data).toEqual(message.data);
  expect(JSON.stringify(bodies(receiver))).not.toContain(SECRET);
});

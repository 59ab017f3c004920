import { afterAll, expect, test } from 'vitest';
import { createWebhookTenant, webhookEnvironment } from '../../fixtures/webhooks.js';
import { startTidings } from '../../support/api.js';
import { aReceiver } from '../../support/servers/webhook-receiver.js';

const tidings = await startTidings({ ...webhookEnvironment, WEBHOOK_RETRY_SECONDS: '3600,3600' });
afterAll(() => tidings.close());

const MESSAGES = ['message.created'];

test('a delivery that ended is sent again at once, and so is a test, while all places of the endpoint hang', async () => {
  const tenant = await createWebhookTenant(tidings, 'hanging');
  const receiver = await aReceiver(() => 410);
  await tenant.enableWebhooks(receiver.url, MESSAGES);
  await tenant.conversationWithClient('ended');
  await tenant.post('ended', 'ended');
  const [ended] = await tenant.untilDeliveries((found) => found[0]?.status === 'FAILED');
  await tenant.owner.mustCall('PUT', '/webhook-settings', { endpoint_url: receiver.url });
  receiver.answers(({ body }) => (body.data.text === 'hangs' ? () => {} : 204));
  const hanging = Array.from({ length: 12 }, (_, n) => `hangs-${n}`);
  for (const id of hanging) {
    await tenant.conversationWithClient(id);
    await tenant.post(id, 'hangs');
  }
  await receiver.until(9);
  const retried = await tenant.owner.call('POST', `/webhooks/deliveries/${ended.id}/retry`);
  expect([retried.status, retried.body.status]).toEqual([202, 'PENDING']);
  await receiver.until((received) => received.filter(({ body }) => body.data.text === 'ended').length === 2);
  await tenant.owner.mustCall('POST', '/webhook-settings/test');
  await receiver.until((received) => received.some(({ body }) => body.type === 'test.webhook'));
  const deliveries = await tenant.untilDeliveries(
    (found) => found.filter(({ status }) => status === 'DELIVERED').length === 2,
  );
  expect(deliveries.find(({ id }) => id === ended.id)?.attempts).toHaveLength(2);
  expect(deliveries.filter(({ status }) => status === 'PENDING')).toHaveLength(12);
  await receiver.close();
});

test('a retry of a delivery that waits has the first of its conversation attempted at once, and keeps the order', async () => {
  const tenant = await createWebhookTenant(tidings, 'waiting');
  const receiver = await aReceiver(() => 503);
  await tenant.enableWebhooks(receiver.url, MESSAGES);
  for (const id of ['c1', 'c2']) await tenant.conversationWithClient(id);
  for (const text of ['first', 'second']) await tenant.post('c1', text);
  await tenant.post('c2', 'held');
  await tenant.untilDeliveries((found) => found.filter(({ next_attempt_at }) => next_attempt_at).length === 2);
  expect(receiver.received.map(({ body }) => body.data.text).sort()).toEqual(['first', 'held']);
  const [, second] = await tenant.deliveries();
  await tenant.owner.mustCall('POST', `/webhooks/deliveries/${second.id}/retry`);
  await receiver.until(3);
  const stillWaiting = await tenant.untilDeliveries((found) => found[2]?.attempts.length === 2);
  expect(stillWaiting.map(({ status, attempts }) => [status, attempts.length])).toEqual([
    ['PENDING', 1],
    ['PENDING', 0],
    ['PENDING', 2],
  ]);
  await receiver.close();
});

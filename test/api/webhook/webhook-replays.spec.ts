import { afterAll, expect, test } from 'vitest';
import { ReplayWorker } from '../../../src/webhooks/replay/replay-worker.js';
import { createWebhookTenant, webhookEnvironment } from '../../fixtures/webhooks.js';
import { startTidings } from '../../support/api.js';
import { aReceiver } from '../../support/servers/webhook-receiver.js';

const tidings = await startTidings(webhookEnvironment);
afterAll(() => tidings.close());

test('a tenant has one running replay at a time, and one that is cancelled plans nothing more', async () => {
  const receiver = await aReceiver();
  const [tenant, other] = [
    await createWebhookTenant(tidings, 'replays'),
    await createWebhookTenant(tidings, 'other-replays'),
  ];
  for (const each of [tenant, other]) {
    await each.enableWebhooks(receiver.url, ['message.created']);
    await each.conversationWithClient('c1');
    await each.post('c1', 'again');
  }
  await receiver.until(2);
  const { call, mustCall } = tenant.owner;
  const range = { from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' };
  const worker = tidings.app.get(ReplayWorker, { strict: false });
  worker.close();
  const [first, theirs] = await Promise.all([
    call('POST', '/webhooks/replay', range),
    other.owner.call('POST', '/webhooks/replay', range),
  ]);
  expect([first.status, first.body]).toEqual([202, { id: expect.any(String), status: 'RUNNING', deliveries: 0 }]);
  expect([theirs.status, theirs.body.status]).toEqual([202, 'RUNNING']);
  const refused = await call('POST', '/webhooks/replay', range);
  expect([refused.status, refused.body.code]).toEqual([409, 'errors.webhook.replay_running']);

  const path = `/webhooks/replays/${first.body.id}`;
  expect((await other.owner.call('DELETE', path)).status).toBe(404);
  expect((await mustCall('GET', path)).body.status).toBe('RUNNING');
  expect((await call('DELETE', path)).status).toBe(204);
  expect((await mustCall('GET', path)).body).toEqual({ id: first.body.id, status: 'CANCELLED', deliveries: 0 });
  expect((await call('DELETE', path)).status).toBe(204);

  worker.start();
  const second = await mustCall('POST', '/webhooks/replay', range);
  expect(second.body).toEqual({ id: expect.any(String), status: 'DONE', deliveries: 1 });
  expect((await mustCall('GET', path)).body.status).toBe('CANCELLED');
  await receiver.until(4);
  expect(await tenant.deliveries()).toHaveLength(2);
  await receiver.close();
});

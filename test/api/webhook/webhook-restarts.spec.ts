import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { postMessage } from '../../fixtures/conversations.js';
import { createWebhookTenant, webhookEnvironment } from '../../fixtures/webhooks.js';
import { closeApp, startTidings } from '../../support/api.js';
import { aReceiver } from '../../support/servers/webhook-receiver.js';

test('a full rebuild of the read models sends nothing, and what happens after it is sent once', async () => {
  const receiver = await aReceiver();
  const first = await startTidings(webhookEnvironment);
  const tenant = await createWebhookTenant(first, 'rebuilt');
  await tenant.enableWebhooks(receiver.url);
  await tenant.conversationWithClient('c1');
  for (const text of ['1', '2', '3']) await tenant.post('c1', text);
  await tenant.untilDeliveries((found) => found.length === 5 && found.every(({ status }) => status === 'DELIVERED'));
  await closeApp(first.app);
  for (const file of readdirSync(first.dataDir)) {
    if (file.startsWith('read.db')) rmSync(join(first.dataDir, file));
  }
  const second = await startTidings(webhookEnvironment, first.dataDir);
  const owner = tenant.owner.at(second);
  const messages = await owner.call('GET', '/conversations/c1/messages');
  expect(messages.body.total_elements).toBe(3);
  await postMessage(owner, 'c1', { text: '4', participant_id: 'client' });
  await receiver.until(6);
  expect(receiver.received.map(({ body: told }) => told.data.text).slice(2)).toEqual(['1', '2', '3', '4']);
  await second.close();
  rmSync(first.dataDir, { recursive: true, force: true });
  await receiver.close();
});

test('what was asked for just before the end is sent after the next start', async () => {
  const receiver = await aReceiver(() => (response) => void response.destroy());
  const first = await startTidings({ ...webhookEnvironment, WEBHOOK_RETRY_SECONDS: '0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8' });
  const tenant = await createWebhookTenant(first, 'ending');
  await tenant.enableWebhooks(receiver.url, ['message.created']);
  for (const id of ['a', 'b']) {
    await tenant.conversationWithClient(id);
    for (const text of ['1', '2']) await tenant.post(id, text);
  }
  await receiver.until(2);
  const second = await first.again();
  receiver.answers(() => 204);
  const told = () =>
    receiver.received.map(
      ({ body, headers }) => `${body.data.conversation_id}${body.data.text} ${headers['webhook-id']}`,
    );
  const distinct = () => new Set(told().map((each) => each.split(' ')[0]));
  await receiver.until(() => distinct().size === 4);
  expect(new Set(told()).size).toBe(4);
  await second.close();
  rmSync(first.dataDir, { recursive: true, force: true });
  await receiver.close();
});

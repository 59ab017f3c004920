import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConversationType, TEAM } from '../../../fixtures/conversations.js';
import type { Tenant } from '../../../fixtures/tenant.js';
import { onMessage } from '../../../fixtures/workflows.js';
import { AT_ONCE, type Attack, flood, times, together } from '../attack.js';

const LOOPS = 12;

async function workflows({ owner }: Tenant, count: number, participant_kind: string): Promise<void> {
  const texts = { en: 'An answer' };
  await owner.call('POST', '/message_templates', { name: 'answer', kind: 'TEXT', texts, parameters: [] });
  const action = { kind: 'SEND_MESSAGE', template_name: 'answer' };
  await times(count, 1, (n) =>
    owner.mustCall('POST', '/workflows', {
      id: `${participant_kind.toLowerCase()}-${n}`,
      conversation_type_id: 'support',
      trigger: onMessage({ participant_kind, action }),
    }),
  );
}

/** Workflows that answer each other; each message from outside spends its whole budget of effects. */
export const answeringWorkflows: Attack = async ({ hostile }) => {
  await workflows(hostile, 1, 'CLIENT');
  await workflows(hostile, LOOPS, 'WORKFLOW');
  await hostile.conversationWithClient('c1');
  return flood(1, async () => {
    await hostile.post('c1');
    await sleep(200);
  });
};

/** Thousands of messages, each of which fires three workflows. */
export const messageBurst: Attack = async ({ hostile }) => {
  await workflows(hostile, 3, 'CLIENT');
  await times(20, 4, (n) => hostile.conversationWithClient(`c${n}`));
  const message = { kind: 'TEXT', text: 'one of many', participant_id: 'client' };
  return flood(2 * AT_ONCE, (n) => hostile.owner.call('POST', `/conversations/c${n % 20}/messages`, message));
};

const HEADS = 500;

/** A webhook receiver that hangs or refuses, with a failing head in each of hundreds of conversations. */
export const deadReceivers: Attack = async ({ hostile }) => {
  const { owner } = hostile;
  let requests = 0;
  const receiver = createServer((_, response) => {
    if (requests++ % 2 === 0) response.writeHead(500).end();
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  const { port } = receiver.address() as AddressInfo;
  await createConversationType(owner, TEAM);
  await owner.mustCall('POST', '/webhooks/features', { webhook_type: 'message.created', enabled: true });
  await owner.mustCall('PUT', '/webhook-settings', { endpoint_url: `http://127.0.0.1:${port}/hook` });
  await times(HEADS, AT_ONCE, async (n) => {
    await hostile.conversationWithClient(`c${n}`);
    await hostile.post(`c${n}`);
  });
  const retry = { status: 'FAILED' };
  return together(
    flood(4, (n) => hostile.post(`c${n % HEADS}`)),
    flood(1, () => owner.call('POST', '/webhook-settings/test')),
    flood(1, () => owner.call('POST', '/webhooks/deliveries/retry', retry)),
  );
};

import { client } from '../../../fixtures/conversations.js';
import { onCreation } from '../../../fixtures/workflows.js';
import { AT_ONCE, type Attack, flood, times, together } from '../attack.js';

const MEBIBYTE = 1_048_576;
const LARGE = 24;

/** Lists whose answers would be larger than the memory. */
export const largeIncludes: Attack = async ({ hostile: { owner } }) => {
  const conversation_data = { text: 'x'.repeat(4 * MEBIBYTE - 100) };
  const ids = Array.from({ length: LARGE }, (_, n) => `large-${n}`);
  await times(LARGE, 2, (n) =>
    owner.mustCall('POST', '/conversations', { id: ids[n], conversation_type_id: 'support', conversation_data }),
  );
  return flood(AT_ONCE, (n) =>
    n % 2 === 0
      ? owner.call('GET', '/conversations?includes=CONVERSATION_DATA&limit=1000')
      : owner.call('POST', '/conversations/by_ids?includes=CONVERSATION_DATA', { ids: ids.slice(0, 6) }),
  );
};

const SHOWN = 24;

/** Lists that show one value of data with many members. */
export const shownValues: Attack = async ({ hostile: { owner } }) => {
  const schema = { type: 'object', properties: { n: { type: 'integer' } } };
  const type = { id: 'shown', conversation_data_schema: schema, conversation_data_list_item_template: '{{ n }}' };
  await owner.mustCall('POST', '/conversation-types', type);
  const list = Array.from({ length: 300_000 }, () => []);
  await times(SHOWN, 2, (n) =>
    owner.mustCall('POST', '/conversations', {
      id: `shown-${n}`,
      conversation_type_id: 'shown',
      conversation_data: { n, list },
    }),
  );
  return flood(AT_ONCE, () => owner.call('GET', '/conversations?includes=LIST_ITEM_TEMPLATE_DATA&limit=1000'));
};

const LOGGED = 1_500;

/** Reads of the whole log: the feed from its beginning, replays and dry runs. */
export const logScans: Attack = async ({ hostile }) => {
  const { owner } = hostile;
  await owner.mustCall('POST', '/webhooks/features', { webhook_type: 'message.created', enabled: true });
  await owner.mustCall('PUT', '/webhook-settings', { endpoint_url: 'http://127.0.0.1:9/hook' });
  await owner.mustCall('POST', '/workflows', {
    id: 'dry',
    conversation_type_id: 'support',
    enabled: false,
    trigger: { ...onCreation, action: { kind: 'SEND_MESSAGE', template_name: 'system_request_location' } },
  });
  await hostile.conversationWithClient('c1');
  await times(LOGGED, AT_ONCE, () => hostile.post('c1'));
  const from = '2020-01-01T00:00:00Z';
  const to = () => new Date().toISOString();
  const replay = async () => {
    const { body } = await owner.call('POST', '/webhooks/replay', { from, to: to() });
    if (body?.id) await owner.call('DELETE', `/webhooks/replays/${body.id}`);
  };
  return together(
    flood(4, () => owner.call('GET', '/events?limit=1000')),
    flood(2, () => owner.call('POST', '/workflows/dry/dry-run', { from, to: to() })),
    flood(2, replay),
  );
};

const NOTIFIED = 100;
const DELIVERED = 4_000;

/** Lists that count what they leave out: deliveries and notifications. */
export const heavyLists: Attack = async ({ hostile }) => {
  const { owner } = hostile;
  await owner.mustCall('POST', '/webhooks/features', { webhook_type: 'message.created', enabled: true });
  await owner.mustCall('PUT', '/webhook-settings', { endpoint_url: 'http://127.0.0.1:9/hook' });
  const participants = Array.from({ length: 20 }, (_, n) => client(`k${n}`, { email: `k${n}@client.example` }));
  await hostile.conversation('c1', { participants: [...participants, client()] });
  await times(NOTIFIED, 4, () => owner.call('POST', '/conversations/c1/participants/notify', {}));
  await times(DELIVERED, AT_ONCE, () => hostile.post('c1'));
  const paths = [
    '/webhooks/deliveries?limit=1000',
    '/webhooks/deliveries?limit=1&status=FAILED',
    '/notifications?limit=1000',
    '/conversations/c1/notifications?limit=1000',
  ];
  return flood(AT_ONCE, (n) => owner.call('GET', paths[n % paths.length] as string));
};

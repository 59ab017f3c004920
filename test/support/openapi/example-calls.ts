import { colors } from '../../../src/catalogue/colors.js';
import { client, TEAM } from '../../fixtures/conversations.js';
import { completedErasure } from '../../fixtures/erasures.js';
import type { World } from '../../fixtures/world.js';
import { until } from '../until.js';
import { json, type Make, type Sample } from './sample-call.js';
import { sampleCalls } from './sample-calls.js';

const DATA = { customer: { name: 'Grace Hopper' }, order: { number: 4711, status: 'packed' } };

const SCHEMA = {
  type: 'object',
  properties: {
    customer: { type: 'object', properties: { name: { type: 'string', maxLength: 100 } }, required: ['name'] },
    order: { type: 'object', properties: { number: { type: 'integer' }, status: { type: 'string' } } },
  },
  required: ['customer'],
};

const TYPE = {
  description: 'Questions about orders',
  conversation_data_list_item_template: '{{ customer.name }}: {{ conversation_unread_count }} unread',
  conversation_data_schema: SCHEMA,
  display_name_shared_by_users: 'Acme support',
  retention_policy_scope: 'ARCHIVED',
  retention_policy_days: 90,
};

const TEMPLATE = {
  description: 'Told when an order ships',
  kind: 'TEXT',
  texts: {
    en: 'Hello {{ name }}, your order ships today.',
    de: 'Guten Tag {{ name }}, Ihre Bestellung geht heute ab.',
  },
  parameters: [{ name: 'name', kind: 'CONVERSATION_DATA', value_path: 'customer.name' }],
};

const TRIGGER = {
  kind: 'CONVERSATION_DATA_CHANGED',
  branches: [
    {
      condition_node: {
        kind: 'COMPOUND',
        operator: 'AND',
        children: [
          {
            kind: 'LEAF',
            target_identifier: 'order.status',
            operator: 'CHANGED_FROM_TO',
            old_value: 'packed',
            compare_value: 'shipped',
          },
          { kind: 'LEAF', target_identifier: 'customer.name', operator: 'EXISTS' },
        ],
      },
      action: { kind: 'NOTIFY_PARTICIPANTS', template_name: 'system_notify_email' },
    },
  ],
};

const grace = (id: string) => ({
  id,
  kind: 'CLIENT',
  display_name: 'Grace Hopper',
  preferred_language: 'en',
  email: 'grace@customer.example',
  phone_number: '+4930123456',
});

const conversation = ({ ids }: World) => ({
  conversation_type_id: ids.type,
  description: 'The heating hums',
  conversation_data: DATA,
  participants: [grace('grace')],
});

const INCLUDES = 'PARTICIPANTS,CONVERSATION_DATA,CURRENT_USER_READ_STATUS,LIST_ITEM_TEMPLATE_DATA';

const withQuery =
  (operation: string, query: string): Make =>
  async (world, who) => {
    const sample: Sample = await sampleCalls[operation]!(world, who);
    return { ...sample, path: `${sample.path}?${query}` };
  };

/** The calls that the examples of the OpenAPI document record, where they tell more than the sample of the call. */
export const exampleCalls: Readonly<Record<string, Make>> = {
  /** A repeat, which is never under way. */
  conversation_erase: async (world, who) => {
    const sample = await (sampleCalls.conversation_erase as Make)(world, who);
    const { body } = await world.owner.mustCall('POST', sample.path);
    await completedErasure(world.owner, body.id);
    return sample;
  },
  tenant_colors: () =>
    json(
      '/tenant/color/config',
      Object.fromEntries(Object.entries(colors).map(([name, color]) => [name, color.default])),
    ),
  conversation_type_create: ({ fresh }) => json('/conversation-types', { id: fresh('orders'), ...TYPE }),
  conversation_type_replace: ({ ids }) =>
    json(`/conversation-types/${ids.type}`, { ...TYPE, conversation_data_schema: { ...SCHEMA, required: [] } }),
  conversation_create: (world) => json('/conversations', { id: world.fresh('case'), ...conversation(world) }),
  conversation_replace: (world) => json(`/conversations/${world.ids.other}`, conversation(world)),
  conversation_change: ({ ids }) =>
    json(`/conversations/${ids.open}`, { description: 'The heating hums', conversation_data: DATA }),
  conversation_read: withQuery('conversation_read', `includes=${INCLUDES}`),
  conversation_list: withQuery('conversation_list', 'includes=CURRENT_USER_READ_STATUS,LAST_MESSAGE'),
  conversation_label_set: ({ ids }) => json(`/conversations/${ids.open}/labels`, { labels: ['vip', 'priority:high'] }),
  participant_create: (world) => json(`/conversations/${world.ids.open}/participants`, grace(world.fresh('grace'))),
  participant_replace: ({ ids }) =>
    json(`/conversations/${ids.open}/participants/${ids.client}`, { ...grace(ids.client) }),
  participant_activity: ({ ids }) =>
    json(`/conversations/${ids.open}/participants/${ids.client}/activity`, {
      activity: 'MESSAGE_SEEN',
      last_message_sequence_seen: 1,
    }),
  participant_notify: ({ ids }) =>
    json(`/conversations/${ids.open}/participants/notify`, { participant_ids: [ids.client], channels: ['EMAIL'] }),
  message_post: ({ ids, fresh }) =>
    json(`/conversations/${ids.open}/messages`, {
      kind: 'TEXT',
      text: 'We come tomorrow at nine.',
      source_id: fresh('draft'),
    }),
  message_template_create: ({ fresh }) => json('/message_templates', { name: fresh('order_ships'), ...TEMPLATE }),
  message_template_replace: ({ ids }) => json(`/message_templates/${ids.template}`, TEMPLATE),
  message_template_list: withQuery('message_template_list', 'includes=TEXTS,PARAMETERS'),
  workflow_create: (world) =>
    json('/workflows', { id: world.fresh('shipped'), conversation_type_id: world.ids.type, trigger: TRIGGER }),
  workflow_replace: ({ ids }) =>
    json(`/workflows/${ids.workflow}`, { conversation_type_id: ids.type, trigger: TRIGGER }),
  workflow_runs: ({ name }) => ({ path: `/workflows/${name}-shipped/runs` }),
  workflow_dry_run: ({ name }) =>
    json(`/workflows/${name}-shipped/dry-run`, {
      from: '2020-01-01T00:00:00Z',
      to: new Date(Date.now() + 60_000).toISOString(),
    }),
  webhook_delivery_list: withQuery('webhook_delivery_list', 'status=DELIVERED'),
  webhook_feature_set: () => json('/webhooks/features', { webhook_type: 'message.created', enabled: true }),
  user_create: ({ fresh }) =>
    json('/users', {
      email: `${fresh('new')}@acme.example`,
      password: 'a quiet green river',
      firstname: 'Anna',
      lastname: 'Noether',
      role: 'USER',
    }),
  api_key_create: () =>
    json('/api-keys', { name: 'CRM import', expires_at: new Date(Date.now() + 86_400_000).toISOString() }),
};

/** What must have happened before the calls, so that lists and the event feed have something of each kind. */
export async function prepareExamples({ owner, conversation: created, ids, name }: World): Promise<void> {
  await owner.mustCall('POST', '/conversation-types', { ...TEAM, conversation_data_list_item_template: '' });
  const team = await created('case-4700', { conversation_type_id: TEAM.id, participants: [client('grace')] });
  const { body: users } = await owner.mustCall('POST', team.participants, { kind: 'USER', user_id: owner.id });
  const { body } = await owner.mustCall(
    'POST',
    team.messages,
    { kind: 'TEXT', text: 'Hello', participant_id: 'grace' },
    { prefer: 'wait' },
  );
  const seen = { activity: 'MESSAGE_SEEN', last_message_sequence_seen: body.sequence };
  await owner.mustCall('POST', `${team.participants}/${users.id}/activity`, seen);
  const workflow = { id: `${name}-shipped`, conversation_type_id: ids.type, trigger: TRIGGER };
  await owner.mustCall('POST', '/workflows', workflow);
  await owner.mustCall('PATCH', `/conversations/${ids.open}`, { conversation_data: DATA });
  const order = { ...DATA.order, status: 'shipped' };
  await owner.mustCall('PATCH', `/conversations/${ids.open}`, { conversation_data: { ...DATA, order } });
  await until(async () => (await owner.mustCall('GET', `/workflows/${workflow.id}/runs`)).body.total_elements > 0);
}

import { OWNER_EMAIL } from '../../fixtures/tokens.js';
import type { World } from '../../fixtures/world.js';
import type { Answer } from '../../support/api.js';

/** A world with entries in each list. */
export interface FilledWorld extends World {
  /** A conversation whose id no other tenant uses. */
  readonly onlyId: string;
  /** The workflow that has run in that conversation. */
  readonly running: string;
  readonly conversationIds: readonly string[];
  readonly notificationIds: readonly string[];
  readonly deliveryId: string;
  readonly webhookType: string;
}

export interface TenantList {
  readonly path: string;
  /** Sent by POST. */
  readonly body?: object;
  /** The ids of the entries in an answer. */
  readonly idsIn: (body: Answer['body']) => readonly string[];
  readonly expected: readonly string[];
}

type Entry = Readonly<Record<string, string>>;

const member =
  (list: string, id = 'id') =>
  (body: Answer['body']): readonly string[] =>
    body[list].map((entry: Entry) => entry[id]);

/** The list of a conversation or a workflow. */
const below = (path: string, list: string, expected: readonly string[], id = 'id'): TenantList => ({
  path: `${path}/${list}`,
  idsIn: member(list, id),
  expected,
});

const INCLUDES =
  'PARTICIPANTS,CONVERSATION_TYPE,CONVERSATION_DATA,LIST_ITEM_TEMPLATE_DATA,CURRENT_USER_READ_STATUS,LAST_MESSAGE';
const EVER = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };

/** The tenant in the token of a signed URL. */
const tenantOf = (url: string): string =>
  JSON.parse(Buffer.from(url.split('/').at(-1)?.split('.')[0] ?? '', 'base64url').toString())[0];

/** Every call that answers a list, by operation id, and what it holds for this world; `other` is another tenant's world. */
export const tenantLists: Readonly<Record<string, (world: FilledWorld, other: FilledWorld) => TenantList>> = {
  user_list: ({ owner, ids }) => ({ path: '/users', idsIn: member('users'), expected: [owner.id, ids.user] }),
  passkey_list: () => below('/users/me', 'passkeys', []),
  session_list: () => ({
    path: '/users/me/sessions',
    idsIn: ({ sessions }) => sessions.map(({ current }: { current: boolean }) => `current: ${current}`),
    expected: ['current: true'],
  }),
  audit_checkpoint_list: ({ tenantId }) => ({
    path: '/audit/checkpoints',
    // The tenant in the origin of each note.
    idsIn: ({ checkpoints }) => [
      ...new Set([tenantId, ...checkpoints.map(({ note }: Entry) => note?.split('\n')[0]?.split('/').at(-1))]),
    ],
    expected: [tenantId],
  }),
  participant_export: ({ owner }) => ({
    path: `/participants/export?email=${OWNER_EMAIL}`,
    idsIn: member('users'),
    expected: [owner.id],
  }),
  user_export: ({ user }) => ({ path: `/users/${user.id}/export`, idsIn: member('users'), expected: [user.id] }),
  audit_export_list: ({ tenantId }) => ({
    path: '/audit/exports',
    // The tenant in the token of each URL.
    idsIn: ({ exports }) => [
      ...new Set([tenantId, ...exports.flatMap(({ url }: Entry) => (url === undefined ? [] : [tenantOf(url)]))]),
    ],
    expected: [tenantId],
  }),
  audit_event_list: ({ tenantId }) => ({
    path: '/audit/events?subject_kind=TENANT',
    idsIn: ({ events }) => [...new Set<string>(events.map(({ subject }: { subject: Entry }) => subject.id))],
    expected: [tenantId],
  }),
  audit_trace: ({ notificationIds }) => ({
    path: `/audit/trace/${notificationIds[0]}`,
    idsIn: ({ events }) =>
      events.flatMap(({ notifications }: { notifications: Entry[] }) => notifications.map(({ id }) => id)),
    expected: notificationIds,
  }),
  retention_preview: ({ ids, conversationIds }) => ({
    path: `/conversation-types/${ids.type}/retention/preview?at=2100-01-01T00:00:00Z`,
    idsIn: member('conversations'),
    expected: conversationIds,
  }),
  retention_runs: ({ ids }) => below(`/conversation-types/${ids.type}/retention`, 'runs', []),
  erasure_list: () => ({ path: '/erasures', idsIn: member('erasures'), expected: [] }),
  api_key_list: ({ ids }) => ({ path: '/api-keys', idsIn: member('api_keys', 'key_id'), expected: [ids.key] }),
  domain_list: ({ tenantId, name }) => ({
    path: `/tenants/${tenantId}/domains`,
    idsIn: member('domains', 'domain'),
    expected: [`${name}.127.0.0.1`, `${name}-client.127.0.0.1`],
  }),
  oidc_config_list: ({ ids }) => ({
    path: '/oidc-configs',
    idsIn: member('oidc_configs', 'provider_name'),
    expected: [ids.provider],
  }),
  conversation_type_list: ({ ids }) => ({
    path: '/conversation-types',
    idsIn: member('conversation_types'),
    expected: [ids.type],
  }),
  conversation_list: ({ conversationIds }) => ({
    path: `/conversations?includes=${INCLUDES}&search=description`,
    idsIn: member('conversations'),
    expected: conversationIds,
  }),
  conversation_by_ids: ({ conversationIds }, other) => ({
    path: '/conversations/by_ids',
    body: { ids: [...conversationIds, other.onlyId] },
    idsIn: member('conversations'),
    expected: conversationIds,
  }),
  participant_list: ({ ids }) => below(`/conversations/${ids.open}`, 'participants', [ids.client, ids.gone]),
  message_list: ({ ids }) => below(`/conversations/${ids.open}`, 'messages', [ids.message]),
  notification_list: ({ ids, notificationIds }) =>
    below(`/conversations/${ids.open}`, 'notifications', notificationIds),
  notification_list_all: ({ notificationIds }) => ({
    path: '/notifications',
    idsIn: member('notifications'),
    expected: notificationIds,
  }),
  message_template_list: ({ ids }) => ({
    path: '/message_templates?includes=TEXTS',
    idsIn: ({ message_templates }) =>
      message_templates
        .filter(({ is_system_template }: { is_system_template: boolean }) => !is_system_template)
        .map(({ name }: Entry) => name),
    expected: [ids.template],
  }),
  workflow_list: ({ ids, running }) => ({
    path: '/workflows',
    idsIn: member('workflows'),
    expected: [ids.workflow, running],
  }),
  workflow_runs: ({ running, onlyId }) => below(`/workflows/${running}`, 'runs', [onlyId], 'conversation_id'),
  workflow_dry_run: ({ running, conversationIds }) => ({
    path: `/workflows/${running}/dry-run`,
    body: EVER,
    idsIn: member('conversations', 'conversation_id'),
    expected: conversationIds,
  }),
  webhook_feature_list: ({ webhookType }) => ({
    path: '/webhooks/features',
    idsIn: member('features', 'webhook_type'),
    expected: [webhookType],
  }),
  webhook_delivery_list: ({ deliveryId }) => ({
    path: '/webhooks/deliveries',
    idsIn: member('deliveries'),
    expected: [deliveryId],
  }),
  event_list: ({ conversationIds }) => ({
    path: '/events?limit=1000',
    idsIn: ({ events }) => [
      ...new Set<string>(events.map(({ data }: { data: Entry }) => data.conversation_id ?? data.id)),
    ],
    expected: conversationIds,
  }),
};

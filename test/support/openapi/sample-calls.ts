import { completedErasure } from '../../fixtures/erasures.js';
import { pathOf, postMedia, settled, upload, wav } from '../../fixtures/media.js';
import type { RoleCaller, World } from '../../fixtures/world.js';
import { aFailedNotification } from '../given/failed-notification.js';
import { METRICS_HEADERS } from '../metrics.js';
import { aSmsStatus } from '../servers/sms-status.js';
import { until } from '../until.js';
import { json, type Make, type Sample } from './sample-call.js';
import { auditCalls } from './sample-calls.audit.js';
import { identityCalls } from './sample-calls.identity.js';
import { passkeyCalls } from './sample-calls.passkey.js';
import { pushCalls } from './sample-calls.push.js';
import { tenantCalls } from './sample-calls.tenant.js';
import { visitorCalls } from './sample-calls.visitor.js';

const inHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** A conversation of its own for a call that would be in others' way. */
async function ownConversation({ fresh, ids, owner }: World): Promise<string> {
  const id = fresh('own');
  const participants = [{ id: 'client', kind: 'CLIENT', display_name: 'Client' }];
  await owner.mustCall('POST', '/conversations', { id, conversation_type_id: ids.type, participants });
  return id;
}

/** A message that `who` may delete, where `who` is of this world. */
async function ownMessage({ ids, owner, client, user }: World, who: RoleCaller): Promise<string> {
  const author = [client, user].find((each) => each === who) ?? owner;
  const path = `/conversations/${ids.open}/messages`;
  return (await author.call('POST', path, { kind: 'TEXT', text: 'gone soon' })).body.id;
}

const participants = (world: World) => `/conversations/${world.ids.open}/participants`;
const smsSettings = { username: 'AC1', auth_token: 'a token of Twilio', phone_number: '+4930123456' };

const newcomer = { kind: 'CLIENT', display_name: 'Newcomer' };

const aWorkflow = ({ ids }: World) => ({
  conversation_type_id: ids.type,
  enabled: false,
  trigger: {
    kind: 'CONVERSATION_CREATED',
    action: { kind: 'SEND_MESSAGE', template_name: 'system_request_location' },
  },
});

const assets = new WeakMap<World, Promise<string>>();

/** The download URL of an asset, one for each world. */
function anAsset(world: World): Promise<string> {
  const made = assets.get(world) ?? uploaded(world);
  assets.set(world, made);
  return made;
}

async function uploaded({ ids, owner }: World): Promise<string> {
  const { body } = await postMedia(owner, ids.open, 'AUDIO');
  await upload(owner.service, body.asset.upload_url, wav(), 'audio/wav');
  return (await settled(owner, body)).asset.download_url;
}

const template = { kind: 'TEXT', texts: { en: 'Hello' } };

const withWebhooks =
  (path: string) =>
  async ({ owner }: World): Promise<Sample> => {
    await owner.mustCall('PUT', '/webhook-settings', { endpoint_url: 'http://hooks.invalid/' });
    return { path };
  };

/** The path of a replay. Those of a tenant run one after the other. */
async function aReplay(world: World): Promise<string> {
  await withWebhooks('')(world);
  const range = { from: '2020-01-01T00:00:00Z', to: '2020-01-01T00:00:01Z' };
  let path = '';
  await until(async () => {
    const { status, body } = await world.owner.call('POST', '/webhooks/replay', range);
    path = `/webhooks/replays/${body.id}`;
    return status === 202;
  });
  return path;
}

/** One request for every call of the API, by operation id. */
export const sampleCalls: Readonly<Record<string, Make>> = {
  service_health: () => ({ path: '//health/live' }),
  service_health_ready: () => ({ path: '//health/ready' }),
  service_metrics: () => ({ path: '//metrics', ask: { headers: METRICS_HEADERS } }),
  service_openapi: () => ({ path: '/openapi.json' }),
  service_security: () => ({ path: '//.well-known/security.txt' }),
  auth_jwks: () => ({ path: '//.well-known/jwks.json' }),
  ...identityCalls,
  ...passkeyCalls,
  ...pushCalls,
  ...visitorCalls,

  ...tenantCalls,
  ...auditCalls,

  geocoder_search: () => ({ path: '/geocoder/search?language=en&text=Linz' }),
  geocoder_structured: () => ({ path: '/geocoder/search/structured?street=Linz&country=AT' }),
  geocoder_reverse: () => ({ path: '/geocoder/reverse?latitude=48.3&longitude=14.29' }),

  conversation_type_list: () => ({ path: '/conversation-types' }),
  conversation_type_read: ({ ids }) => ({ path: `/conversation-types/${ids.type}` }),
  conversation_type_create: ({ fresh }) =>
    json('/conversation-types', { id: fresh('type'), conversation_data_list_item_template: '' }),
  conversation_type_change: ({ ids }) => json(`/conversation-types/${ids.type}`, { sms_sender_id: 'Acme' }),
  conversation_type_replace: ({ ids }) =>
    json(`/conversation-types/${ids.type}`, { conversation_data_list_item_template: '' }),
  conversation_type_delete: async ({ fresh, owner }) => {
    const id = fresh('type');
    await owner.mustCall('POST', '/conversation-types', { id, conversation_data_list_item_template: '' });
    return { path: `/conversation-types/${id}` };
  },

  conversation_list: () => ({ path: '/conversations' }),
  conversation_by_ids: ({ ids }) => json('/conversations/by_ids', { ids: [ids.open, ids.other] }),
  conversation_read: ({ ids }) => ({ path: `/conversations/${ids.open}` }),
  conversation_create: ({ ids, fresh }) => json('/conversations', { id: fresh('new'), conversation_type_id: ids.type }),
  conversation_change: ({ ids }) => json(`/conversations/${ids.open}`, { conversation_data: { a: 1 } }),
  conversation_replace: ({ ids }) => json(`/conversations/${ids.open}`, { conversation_type_id: ids.type }),
  conversation_delete: async (world) => ({ path: `/conversations/${await ownConversation(world)}` }),
  conversation_label_set: ({ ids }) => json(`/conversations/${ids.open}/labels`, { labels: ['vip'] }),
  conversation_label_add: ({ ids }) => json(`/conversations/${ids.open}/labels`, { labels: ['new'] }),
  conversation_label_put: ({ ids }) => ({ path: `/conversations/${ids.open}/labels/put` }),
  conversation_label_remove: ({ ids }) => ({ path: `/conversations/${ids.open}/labels/new` }),
  conversation_lock: async (world, { role }) =>
    json(`/conversations/${await ownConversation(world)}/lock`, {
      lock_expires_at: inHour(),
      ...(role === 'API_KEY' ? { locked_by: world.ids.user } : {}),
    }),
  conversation_unlock: async (world) => ({ path: `/conversations/${await ownConversation(world)}/unlock` }),
  conversation_hold_place: async (world) => ({ path: `/conversations/${await ownConversation(world)}/legal-hold` }),
  conversation_hold_lift: async (world) => ({ path: `/conversations/${await ownConversation(world)}/legal-hold` }),
  conversation_erase: async (world) => ({ path: `/conversations/${await ownConversation(world)}/erase` }),
  erasure_list: () => ({ path: '/erasures' }),
  erasure_read: async (world) => {
    const path = `/conversations/${await ownConversation(world)}/erase`;
    const { body } = await world.owner.mustCall('POST', path);
    await completedErasure(world.owner, body.id);
    return { path: `/erasures/${body.id}` };
  },
  retention_preview: ({ ids }) => ({ path: `/conversation-types/${ids.type}/retention/preview` }),
  retention_runs: ({ ids }) => ({ path: `/conversation-types/${ids.type}/retention/runs` }),
  conversation_seen: ({ ids }) => json(`/conversations/${ids.open}/seen`, { last_message_sequence_seen: 0 }),
  conversation_unread: () => ({ path: '/conversations/unread' }),
  conversation_unlock_all: ({ ids }) => ({ path: `/conversations/${ids.user}/unlock` }),

  participant_list: (world) => ({ path: participants(world) }),
  participant_create: (world) => json(participants(world), { ...newcomer, id: world.fresh('new') }),
  participant_read: (world) => ({ path: `${participants(world)}/${world.ids.client}` }),
  participant_replace: (world) => json(`${participants(world)}/${world.ids.client}`, newcomer),
  participant_change: (world) => json(`${participants(world)}/${world.ids.client}`, { preferred_language: 'de' }),
  participant_delete: async (world) => ({
    path: `/conversations/${await ownConversation(world)}/participants/client`,
  }),
  participant_activity: (world) =>
    json(`${participants(world)}/${world.ids.client}/activity`, { activity: 'HAS_CONVERSATION_OPEN' }),
  participant_client_url: (world) => ({ path: `${participants(world)}/${world.ids.client}/client-url` }),
  participant_notify: (world) => json(`${participants(world)}/notify`, {}),
  notification_list: ({ ids }) => ({ path: `/conversations/${ids.open}/notifications` }),
  notification_list_all: () => ({ path: '/notifications' }),
  notification_resend: async (world) => ({ path: `/notifications/${await aFailedNotification(world)}/resend` }),
  sms_settings_read: async (world) => {
    await world.owner.mustCall('PUT', '/sms/twilio/settings', smsSettings);
    return { path: '/sms/twilio/settings' };
  },
  sms_settings_replace: () => json('/sms/twilio/settings', smsSettings),
  sms_settings_delete: async (world) => {
    await world.owner.mustCall('PUT', '/sms/twilio/settings', smsSettings);
    return { path: '/sms/twilio/settings' };
  },
  notification_unsubscribe_page: (world) => ({ path: world.unsubscribePath() }),
  notification_unsubscribe: (world) => ({ path: world.unsubscribePath() }),
  sms_status_report: (world) => aSmsStatus(world, smsSettings),
  webhook_settings_read: withWebhooks('/webhook-settings'),
  webhook_settings_replace: () => json('/webhook-settings', { endpoint_url: 'http://hooks.invalid/' }),
  webhook_settings_rotate: withWebhooks('/webhook-settings/rotate-secret'),
  webhook_settings_test: withWebhooks('/webhook-settings/test'),
  webhook_feature_available: () => ({ path: '/webhooks/features/available' }),
  webhook_feature_list: () => ({ path: '/webhooks/features' }),
  webhook_feature_set: () => json('/webhooks/features', { webhook_type: 'message.updated', enabled: false }),
  webhook_feature_delete: async ({ owner }) => {
    await owner.mustCall('POST', '/webhooks/features', { webhook_type: 'participant.updated', enabled: false });
    return { path: '/webhooks/features/participant.updated' };
  },
  webhook_delivery_list: () => ({ path: '/webhooks/deliveries' }),
  webhook_delivery_retry: async (world) => {
    await withWebhooks('')(world);
    const { body } = await world.owner.mustCall('POST', '/webhook-settings/test');
    return { path: `/webhooks/deliveries/${body.delivery_id}/retry` };
  },
  webhook_delivery_replay: async (world) => ({
    ...(await withWebhooks('')(world)),
    ...json('/webhooks/replay', { from: '2020-01-01T00:00:00Z', to: inHour() }),
  }),
  webhook_delivery_retry_many: async (world) => ({
    ...(await withWebhooks('')(world)),
    ...json('/webhooks/deliveries/retry', { status: 'FAILED' }),
  }),
  webhook_replay_read: async (world) => ({ path: await aReplay(world) }),
  webhook_replay_cancel: async (world) => ({ path: await aReplay(world) }),
  event_list: () => ({ path: '/events' }),
  client_participant_me: () => ({ path: '/client-participant/me' }),

  workflow_list: () => ({ path: '/workflows' }),
  workflow_create: (world) => json('/workflows', { id: world.fresh('new'), ...aWorkflow(world) }),
  workflow_read: ({ ids }) => ({ path: `/workflows/${ids.workflow}` }),
  workflow_change: ({ ids }) => json(`/workflows/${ids.workflow}`, { enabled: false }),
  workflow_replace: (world) => json(`/workflows/${world.ids.workflow}`, aWorkflow(world)),
  workflow_delete: async (world) => {
    const id = world.fresh('flow');
    await world.owner.mustCall('POST', '/workflows', { id, ...aWorkflow(world) });
    return { path: `/workflows/${id}` };
  },
  workflow_runs: ({ ids }) => ({ path: `/workflows/${ids.workflow}/runs` }),
  workflow_dry_run: ({ ids }) =>
    json(`/workflows/${ids.workflow}/dry-run`, { from: '2020-01-01T00:00:00Z', to: inHour() }),

  message_list: ({ ids }) => ({ path: `/conversations/${ids.open}/messages` }),
  message_read: ({ ids }) => ({ path: `/conversations/${ids.open}/messages/${ids.message}` }),
  message_post: ({ ids }, { role }) =>
    json(`/conversations/${ids.open}/messages`, {
      kind: 'TEXT',
      text: 'hello',
      ...(role === 'API_KEY' ? { participant_id: ids.client } : {}),
    }),
  message_delete: async (world, who) => ({
    path: `/conversations/${world.ids.open}/messages/${await ownMessage(world, who)}`,
  }),

  asset_upload: async ({ ids, owner }) => {
    const { body } = await postMedia(owner, ids.open, 'AUDIO');
    return { path: pathOf(body.asset.upload_url), ask: { raw: wav(), headers: { 'content-type': 'audio/wav' } } };
  },
  asset_download: async (world) => ({ path: pathOf(await anAsset(world)) }),

  message_template_list: () => ({ path: '/message_templates' }),
  message_template_create: ({ fresh }) => json('/message_templates', { ...template, name: fresh('template') }),
  message_template_read: ({ ids }) => ({ path: `/message_templates/${ids.template}` }),
  message_template_replace: ({ ids }) => json(`/message_templates/${ids.template}`, template),
  message_template_delete: async ({ fresh, owner }) => {
    const name = fresh('template');
    await owner.mustCall('POST', '/message_templates', { ...template, name });
    return { path: `/message_templates/${name}` };
  },
  message_template_render: ({ ids }) =>
    json(`/message_templates/${ids.template}/render`, { conversation_id: ids.open, participant_id: ids.client }),
};

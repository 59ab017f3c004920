import type { World } from '../../fixtures/world.js';
import type { Json } from '../../support/openapi/api-document.js';

/** A kind of resource that other resources refer to. */
export type Referent = 'type' | 'user' | 'participant' | 'conversation' | 'template';

/** A request of a tenant with a reference to a resource. */
export interface Reference {
  readonly of: Referent;
  readonly path?: (world: World) => string;
  readonly body: (value: string, world: World) => Json;
}

const later = () => new Date(Date.now() + 3_600_000).toISOString();
const own = (word: string) => (world: World) => world.fresh(word);
const member = (user_id: string) => ({ kind: 'USER', user_id });
const sms = (name: string) => ({ NOTIFY_PARTICIPANTS_VIA_SMS: name });
const type = { conversation_data_list_item_template: '' };

const workflow = (conversation_type_id: string, trigger: Json = { action: sending('system_request_location') }) => ({
  conversation_type_id,
  enabled: false,
  trigger: { kind: 'CONVERSATION_CREATED', ...trigger },
});
const sending = (template_name: string) => ({ kind: 'SEND_MESSAGE', template_name });
const changed = { kind: 'LEAF', target_identifier: 'a', operator: 'CHANGED' };
const branching = (template_name: string) => ({
  kind: 'CONVERSATION_DATA_CHANGED',
  branches: [{ condition_node: changed, action: sending(template_name) }],
});

const atOpen =
  (path = '') =>
  ({ ids }: World) =>
    `/conversations/${ids.open}${path}`;
const atWorkflow = ({ ids }: World) => `/workflows/${ids.workflow}`;
const atType = ({ ids }: World) => `/conversation-types/${ids.type}`;
const atPreferences = ({ ids }: World) => `/users/${ids.user}/preferences`;
const atClient = ({ ids }: World) => `/conversations/${ids.open}/participants/${ids.client}`;
const newConversation = (world: World, more: Json) => ({
  id: own('new')(world),
  conversation_type_id: world.ids.type,
  ...more,
});

/** Every member of a body that refers to another resource, by operation and path. */
export const references: Readonly<Record<string, Reference>> = {
  'conversation_create conversation_type_id': {
    of: 'type',
    body: (conversation_type_id, world) => newConversation(world, { conversation_type_id }),
  },
  'conversation_create participants.0.user_id': {
    of: 'user',
    body: (user, world) => newConversation(world, { participants: [member(user)] }),
  },
  'conversation_replace conversation_type_id': {
    of: 'type',
    path: atOpen(),
    body: (conversation_type_id) => ({ conversation_type_id }),
  },
  'conversation_replace participants.0.user_id': {
    of: 'user',
    path: (world) => `/conversations/${own('put')(world)}`,
    body: (user, { ids }) => ({ conversation_type_id: ids.type, participants: [member(user)] }),
  },
  'conversation_lock locked_by': {
    of: 'user',
    path: atOpen('/lock'),
    body: (locked_by) => ({ locked_by, lock_expires_at: later() }),
  },
  'conversation_by_ids ids': { of: 'conversation', body: (id) => ({ ids: [id] }) },
  'conversation_type_create message_templates': {
    of: 'template',
    body: (name, world) => ({ ...type, id: own('type')(world), message_templates: sms(name) }),
  },
  'conversation_type_change message_templates': {
    of: 'template',
    path: atType,
    body: (name) => ({ message_templates: sms(name) }),
  },
  'conversation_type_replace message_templates': {
    of: 'template',
    path: atType,
    body: (name) => ({ ...type, message_templates: sms(name) }),
  },
  'message_post participant_id': {
    of: 'participant',
    path: atOpen('/messages'),
    body: (participant_id) => ({ kind: 'TEXT', text: 'hi', participant_id }),
  },
  'message_template_render conversation_id': {
    of: 'conversation',
    path: ({ ids }) => `/message_templates/${ids.template}/render`,
    body: (conversation_id) => ({ conversation_id }),
  },
  'message_template_render participant_id': {
    of: 'participant',
    path: ({ ids }) => `/message_templates/${ids.template}/render`,
    body: (participant_id, { ids }) => ({ conversation_id: ids.open, participant_id }),
  },
  'participant_create user_id': { of: 'user', path: atOpen('/participants'), body: member },
  'participant_replace user_id': { of: 'user', path: atClient, body: member },
  'participant_notify participant_ids': {
    of: 'participant',
    path: atOpen('/participants/notify'),
    body: (id) => ({ participant_ids: [id] }),
  },
  'user_preference_create preferred_conversation_type_id': {
    of: 'type',
    path: atPreferences,
    body: (preferred_conversation_type_id) => ({ preferred_conversation_type_id }),
  },
  'user_preference_replace preferred_conversation_type_id': {
    of: 'type',
    path: atPreferences,
    body: (preferred_conversation_type_id) => ({ preferred_conversation_type_id }),
  },
  'workflow_create conversation_type_id': {
    of: 'type',
    body: (id, world) => ({ id: own('w')(world), ...workflow(id) }),
  },
  'workflow_create trigger.action.template_name': {
    of: 'template',
    body: (name, world) => ({ id: own('w')(world), ...workflow(world.ids.type, { action: sending(name) }) }),
  },
  'workflow_create trigger.branches.0.action.template_name': {
    of: 'template',
    body: (name, world) => ({ id: own('w')(world), ...workflow(world.ids.type, branching(name)) }),
  },
  'workflow_replace conversation_type_id': { of: 'type', path: atWorkflow, body: (id) => workflow(id) },
  'workflow_replace trigger.action.template_name': {
    of: 'template',
    path: atWorkflow,
    body: (name, { ids }) => workflow(ids.type, { action: sending(name) }),
  },
  'workflow_replace trigger.branches.0.action.template_name': {
    of: 'template',
    path: atWorkflow,
    body: (name, { ids }) => workflow(ids.type, branching(name)),
  },
};

/** Members whose names look alike but that name nothing of the service, or the resource itself. */
export const NO_REFERENCE = [
  // A filter finds nothing where the tenant has nothing of the id.
  /^audit_export_create filters\./,
  /^auth_token /,
  / (id|name|source_id|client_id|provider_name|tenant_name|sms_sender_id)$/,
  / participants\.0\.(id|display_name|conversation_id|tenant_id)$/,
  / (display_name|parameters\.0\.name)$/,
  /_(template|header_template)$/,
];

import { limits } from '../../../catalogue/limits/limits.js';
import { CHOSEN_ID } from '../../../kernel/ids.js';

export interface PathParameter {
  readonly description: string;
  /** JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>;
}

const chosen = (description: string) => ({
  description,
  schema: { type: 'string', minLength: 1, maxLength: limits.id, pattern: CHOSEN_ID.source },
});
const uuid = (description: string) => ({ description, schema: { type: 'string', format: 'uuid' } });

/** Path parameters that several calls share. */
export const pathParameters: Readonly<Record<string, PathParameter>> = {
  tenant_id: uuid('Id of the tenant.'),
  user_id: uuid('Id of the user.'),
  domain_id: uuid('Id of the domain.'),
  provider_name: chosen('Name of the OIDC provider.'),
  key_id: uuid('Id of the API key.'),
  message_id: uuid('Id of the message.'),
  conversation_id: chosen('Id of the conversation.'),
  conversation_type_id: chosen('Id of the conversation type.'),
  visitor_key: {
    description: 'Visitor key of a conversation type.',
    schema: { type: 'string', minLength: 1, maxLength: limits.visitorKey },
  },
  participant_id: chosen('Id of the participant.'),
  workflow_id: chosen('Id of the workflow.'),
  webhook_type: {
    description: 'Webhook type.',
    schema: { type: 'string', minLength: 1, maxLength: limits.id, pattern: '^[a-z_]+\\.[a-z_]+$' },
  },
  delivery_id: {
    description: 'Id of the delivery.',
    schema: { type: 'string', minLength: 1, maxLength: 27, pattern: '^[0-9a-f]{12}-[0-9a-f]{14}$' },
  },
  passkey_id: { description: 'Id of the passkey.', schema: { type: 'string', minLength: 1, maxLength: limits.id } },
  session_id: { description: 'Id of the session.', schema: { type: 'string', minLength: 1, maxLength: limits.id } },
  push_subscription_id: {
    description: 'Id of the push subscription.',
    schema: { type: 'string', minLength: 1, maxLength: limits.id },
  },
  replay_id: uuid('Id of the replay.'),
  export_id: uuid('Id of the export.'),
  erasure_id: uuid('Id of the erasure.'),
  notification_id: uuid('Id of the notification.'),
  event_id: uuid('Id of the event.'),
  name: chosen('Name of the message template.'),
  token: {
    description: 'Token of the message in the callback URL.',
    schema: { type: 'string', minLength: 1, maxLength: 400 },
  },
  label: { description: 'Label, URL-encoded.', schema: { type: 'string', minLength: 1, maxLength: limits.label } },
};

import type { RejectionCode } from '../../../src/catalogue/errors/rejections.js';

/** A call of the OpenAPI document. */
export interface Call {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly statuses: readonly number[];
}

/** The calls that give a code: a sentence, or a choice of the calls. */
export type CallsOf = string | ((call: Call) => boolean);

const ids =
  (...listed: readonly string[]): CallsOf =>
  ({ id }) =>
    listed.includes(id);

const below =
  (...parts: readonly string[]): CallsOf =>
  ({ path, id }) =>
    parts.some((part) => path.includes(part)) && id !== 'conversation_unlock_all';

const EVERY = 'Every call.';
const WITH_BODY = 'Every call with a body.';
const WITH_KEY = 'Every `POST` that changes something, with an `Idempotency-Key`.';
const AUTHENTICATED = 'Every call that needs credentials, and the connection of a socket.';
const RUNS = 'No call. The code is the `error` of a workflow run, in `GET /workflows/{workflow_id}/runs`.';
const CONCURRENT = 'A `PUT` that creates the resource while another request creates it.';

/** `test/site/docs-errors.spec.ts` holds each choice against the statuses of the OpenAPI document. */
export const callsOf: Readonly<Partial<Record<RejectionCode, CallsOf>>> = {
  'errors.validation.failed': EVERY,
  'errors.body.malformed': WITH_BODY,
  'errors.request.malformed': EVERY,
  'errors.position.unreadable':
    'Every call with the header `Tidings-Position`, and calls and socket requests that take a position.',
  'errors.not_found': 'Every path that the API does not define.',
  'errors.method_not_allowed': 'Every path of the API, with a method that it does not support.',
  'errors.not_acceptable': EVERY,
  'errors.request.timeout': EVERY,
  'errors.precondition.failed': 'Every `PUT`, `PATCH` and `DELETE` of a resource, and the lock call, with `If-Match`.',
  'errors.body.too_large': WITH_BODY,
  'errors.answer.too_large': 'Every call that reads. Lists end early instead, with `has_more`.',
  'errors.headers.too_large': EVERY,
  'errors.content_type.unsupported': WITH_BODY,
  'errors.idempotency.in_progress': WITH_KEY,
  'errors.idempotency.body_differs': WITH_KEY,
  'errors.rate_limited': EVERY,
  'errors.unauthenticated': AUTHENTICATED,
  'errors.token.expired': AUTHENTICATED,
  'errors.token.invalid': ids('password_set'),
  'errors.passkey.invalid': ids('passkey_registration_verify', 'passkey_authentication_verify'),
  'errors.passkey.exists': ids('passkey_registration_verify'),
  'errors.passkey.too_many': ids('passkey_registration_options', 'passkey_registration_verify'),
  'errors.passkey.unavailable': ids('passkey_registration_options', 'passkey_authentication_options'),
  'errors.session.not_found': ids('session_delete'),
  'errors.credentials.ambiguous': AUTHENTICATED,
  'errors.grant.invalid': ids('auth_token'),
  'errors.grant.unsupported': ids('auth_token'),
  'errors.identity_provider.not_configured': ids('auth_token'),
  'errors.identity_provider.unavailable': ids('auth_token', 'auth_authorize'),
  'errors.forbidden': 'Every call that needs credentials.',
  'errors.invite_code.invalid': ids('signup_tenant'),
  'errors.tenant.not_found': below('/auth/{tenant_id}/', '/tenants/{tenant_id}/', '/tenant/config'),
  'errors.tenant.exists': ids('signup_tenant', 'signup_machine'),
  'errors.user.not_found': ({ path, id }) => path.includes('{user_id}') || id === 'conversation_unlock_all',
  'errors.user.exists': ids('user_create', 'user_change'),
  'errors.user.last_owner': ids('user_change', 'user_delete'),
  'errors.user_preference.not_found': ids('user_preference_read'),
  'errors.user_preference.exists': ids('user_preference_create'),
  'errors.api_key.not_found': below('{key_id}'),
  'errors.tenant.creation_refused': ids('signup_machine'),
  'errors.domain.not_found': below('{domain_id}'),
  'errors.domain.exists': ids('domain_create', 'domain_replace'),
  'errors.domain.limit_reached': ids('domain_create'),
  'errors.domain.system': ids('domain_replace', 'domain_delete'),
  'errors.oidc_config.not_found': ({ path, id }) =>
    path.includes('/oidc-configs/{provider_name}') || id === 'auth_authorize',
  'errors.oidc_config.exists': ids('oidc_config_create'),
  'errors.oidc_config.too_many': ids('oidc_config_create'),
  'errors.conversation.not_found': ({ path, id }) =>
    path.includes('{conversation_id}') && !['conversation_unlock_all', 'conversation_replace'].includes(id),
  'errors.conversation.exists': ids('conversation_create'),
  'errors.conversation.archived': ids('message_post'),
  'errors.conversation.removed': ids('conversation_create', 'conversation_replace'),
  'errors.conversation.locked': ids('conversation_lock', 'conversation_unlock'),
  'errors.conversation_type.not_found': ({ path, id }) =>
    path.includes('{conversation_type_id}') && id !== 'conversation_type_replace',
  'errors.conversation_type.exists': ids('conversation_type_create'),
  'errors.conversation_type.in_use': ids('conversation_type_delete'),
  'errors.conversation_type.schema_breaks': ids('conversation_type_change', 'conversation_type_replace'),
  'errors.conversation_type.check_unfinished': ids('conversation_type_change', 'conversation_type_replace'),
  'errors.geocoder.unavailable': ids('geocoder_search', 'geocoder_structured', 'geocoder_reverse'),
  'errors.message.not_found': below('{message_id}'),
  'errors.message.source_id_taken': ids('message_post'),
  'errors.asset.url_invalid': ids('asset_upload', 'asset_download'),
  'errors.asset.not_found': ids('asset_upload', 'asset_download'),
  'errors.asset.already_uploaded': ids('asset_upload'),
  'errors.asset.upload_in_progress': ids('asset_upload'),
  'errors.asset.too_large': ids('asset_upload'),
  'errors.asset.too_slow': ids('asset_upload'),
  'errors.participant.not_found': ({ path, id }) =>
    (path.includes('{participant_id}') && id !== 'participant_replace') || id === 'client_participant_me',
  'errors.participant.exists': ids('participant_create', 'participant_replace'),
  'errors.participant.not_a_client': ids('participant_client_url'),
  'errors.participant.kept_by_service': ids('participant_change', 'participant_delete', 'participant_replace'),
  'errors.message_template.not_found': ({ path, id }) =>
    path.includes('/message_templates/{name}') && id !== 'message_template_replace',
  'errors.message_template.exists': ids('message_template_create'),
  'errors.message_template.is_system': ids('message_template_replace', 'message_template_delete'),
  'errors.message_template.blank': RUNS,
  'errors.message_template.in_use': ids('message_template_delete'),
  'errors.workflow.not_found': ({ path, id }) => path.includes('{workflow_id}') && id !== 'workflow_replace',
  'errors.workflow.exists': ids('workflow_create'),
  'errors.workflow.too_many': ids('workflow_create', 'workflow_change'),
  'errors.workflow.budget_spent': RUNS,
  'errors.webhook_settings.not_found': ids('webhook_settings_read', 'webhook_settings_rotate', 'webhook_settings_test'),
  'errors.webhook_settings.exists': CONCURRENT,
  'errors.webhook.disabled': ids(
    'webhook_settings_test',
    'webhook_delivery_retry',
    'webhook_delivery_retry_many',
    'webhook_delivery_replay',
  ),
  'errors.webhook.replay_running': ids('webhook_delivery_replay'),
  'errors.webhook_replay.not_found': below('{replay_id}'),
  'errors.webhook_feature.not_found': ids('webhook_feature_delete'),
  'errors.webhook_delivery.not_found': ids('webhook_delivery_retry'),
  'errors.notification.not_found': below('{notification_id}'),
  'errors.notification.not_failed': ids('notification_resend'),
  'errors.sms_settings.not_found': ids('sms_settings_read', 'sms_settings_delete'),
  'errors.position.not_reached': 'Every call that reads, with the header `Tidings-Position`.',
  'errors.store.unavailable': EVERY,
  'errors.internal': EVERY,
};

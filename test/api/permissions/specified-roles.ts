import type { Role } from '../../../src/catalogue/permissions/roles.js';

type Allowed = readonly Role[] | 'public';

const ADMINS: Allowed = ['OWNER', 'API_KEY'];
const STAFF: Allowed = ['USER', 'OWNER', 'API_KEY'];
const ALL: Allowed = ['OWNER', 'USER', 'API_KEY', 'CLIENT_PARTICIPANT'];

/**
 * Who may make which call, copied by hand from section 6 of the specification and section 2 of the contract, so that a
 * slip in the table of the code (`src/catalogue/permissions/`) is seen. By operation id.
 */
const areas: readonly (readonly [allowed: Allowed, ...operations: readonly string[]])[] = [
  // Specification: API keys
  [ADMINS, 'api_key_list', 'api_key_create', 'api_key_change', 'api_key_delete'],
  // Contract: data of a person; of a user also the user themself
  [ADMINS, 'participant_export'],
  // Contract: exports of events; the signed URL of a file is the credential
  [ADMINS, 'audit_export_create', 'audit_export_list', 'audit_export_read'],
  ['public', 'audit_export_download'],
  [STAFF, 'user_export'],
  // Users: list, create, delete; users: me and get one
  [ADMINS, 'user_list', 'user_create', 'user_delete'],
  // An invitation is sent again by those who create users
  [ADMINS, 'user_invite'],
  [['OWNER', 'USER'], 'user_me', 'user_read'],
  // Contract: users patched; a USER only their own names
  [STAFF, 'user_change'],
  // Contract: preferences of the user themself; OWNER, API_KEY of any
  [STAFF, 'user_preference_read', 'user_preference_create', 'user_preference_replace'],
  // Tenant
  [ADMINS, 'tenant_read', 'tenant_change', 'tenant_colors'],
  ['public', 'tenant_config'],
  // Contract 14: the first owner of a demo tenant keeps it
  [['OWNER'], 'tenant_keep'],
  // Domains: list, create (and verify); update, delete
  [ADMINS, 'domain_list', 'domain_create', 'domain_verify'],
  [['OWNER'], 'domain_replace', 'domain_delete'],
  // Machine sign-up
  [['API_KEY'], 'signup_machine'],
  // OIDC configs
  [ADMINS, 'oidc_config_list', 'oidc_config_create', 'oidc_config_read', 'oidc_config_change', 'oidc_config_delete'],
  [ADMINS, 'oidc_config_test'],
  // Message templates
  [ADMINS, 'message_template_list', 'message_template_read', 'message_template_create', 'message_template_replace'],
  [ADMINS, 'message_template_delete', 'message_template_render'],
  // Conversation types: read; write
  [STAFF, 'conversation_type_list', 'conversation_type_read'],
  [
    ADMINS,
    'conversation_type_create',
    'conversation_type_change',
    'conversation_type_replace',
    'conversation_type_delete',
  ],
  // Contract: visitors; the visitor key in the path is public
  [ADMINS, 'conversation_type_visitor_key_create', 'conversation_type_visitor_key_end'],
  ['public', 'visitor_begin'],
  // Conversations: list, by_ids, read participants; read one; create, patch, put, labels; delete
  [STAFF, 'conversation_list', 'conversation_by_ids', 'participant_list'],
  [ALL, 'conversation_read'],
  [['OWNER', 'API_KEY', 'USER'], 'conversation_create', 'conversation_change', 'conversation_replace'],
  [STAFF, 'conversation_label_set', 'conversation_label_add', 'conversation_label_put', 'conversation_label_remove'],
  [ADMINS, 'conversation_delete'],
  // Geocoding
  [ALL, 'geocoder_search', 'geocoder_structured', 'geocoder_reverse'],
  // Messages; client participant me
  [ALL, 'message_list', 'message_read', 'message_post', 'message_delete'],
  [['CLIENT_PARTICIPANT'], 'client_participant_me'],
  // Contract: participants
  [STAFF, 'participant_create', 'participant_replace', 'participant_change', 'participant_delete'],
  [STAFF, 'participant_client_url'],
  [ALL, 'participant_read', 'participant_activity'],
  // Contract: locks; of a user (specification: OWNER, API_KEY) also a USER for themself
  [STAFF, 'conversation_lock', 'conversation_unlock', 'conversation_unlock_all'],
  // Contract: what a user has read
  [['USER', 'OWNER'], 'conversation_seen', 'conversation_unread'],
  // Contract: retention and legal holds
  [ADMINS, 'retention_preview', 'retention_runs', 'conversation_hold_place', 'conversation_hold_lift'],
  // Contract: erasures
  [ADMINS, 'conversation_erase', 'erasure_list', 'erasure_read'],
  // Workflows
  [ADMINS, 'workflow_list', 'workflow_create', 'workflow_read', 'workflow_change', 'workflow_replace'],
  [ADMINS, 'workflow_delete', 'workflow_runs', 'workflow_dry_run'],
  // Contract: sign-up and the auth calls
  [
    'public',
    'signup_tenant',
    'auth_token',
    'auth_authorize',
    'auth_jwks',
    'auth_options',
    'password_reset',
    'password_set',
    'email_confirm',
  ],
  // Contract: passkeys, registered by their user and used before sign-in
  [['OWNER', 'USER'], 'passkey_registration_options', 'passkey_registration_verify'],
  ['public', 'passkey_authentication_options', 'passkey_authentication_verify'],
  // Contract: passkeys and password of the calling user
  [['OWNER', 'USER'], 'passkey_list', 'passkey_read', 'passkey_delete', 'password_change'],
  // Contract: sessions of the calling user
  [['OWNER', 'USER'], 'session_list', 'session_delete'],
  // Contract: participants notified; SMS (specification: OWNER, API_KEY); the provider signs what it tells
  [STAFF, 'participant_notify', 'notification_list', 'notification_list_all', 'notification_resend'],
  // Contract: Web Push to clients and users; an API key has no device
  [['OWNER', 'USER', 'CLIENT_PARTICIPANT'], 'push_key', 'push_subscription_create', 'push_subscription_delete'],
  [ADMINS, 'sms_settings_read', 'sms_settings_replace', 'sms_settings_delete'],
  ['public', 'sms_status_report', 'notification_unsubscribe_page', 'notification_unsubscribe'],
  // Contract: files of messages, whose URL is signed
  ['public', 'asset_upload', 'asset_download'],
  // Webhooks (specification: OWNER, API_KEY), and what they tell to be pulled
  [ADMINS, 'webhook_settings_read', 'webhook_settings_replace', 'webhook_settings_rotate', 'webhook_settings_test'],
  [ADMINS, 'webhook_feature_list', 'webhook_feature_available', 'webhook_feature_set', 'webhook_feature_delete'],
  [ADMINS, 'webhook_delivery_list', 'webhook_delivery_retry', 'webhook_delivery_replay', 'event_list'],
  [ADMINS, 'webhook_delivery_retry_many', 'webhook_replay_read', 'webhook_replay_cancel'],
  // Contract: checkpoints of the event log; keys that verify them are for everybody
  [ADMINS, 'audit_checkpoint', 'audit_checkpoint_list', 'audit_proof', 'audit_consistency', 'audit_trace'],
  ['public', 'audit_keys'],
  // Contract: every event of the tenant
  [ADMINS, 'audit_event_list', 'audit_event_read', 'audit_diff'],
  // For machines and operators
  ['public', 'service_health', 'service_health_ready', 'service_metrics', 'service_openapi', 'service_security'],
];

export const specifiedRoles: ReadonlyMap<string, Allowed> = new Map(
  areas.flatMap(([allowed, ...operations]) => operations.map((operation) => [operation, allowed] as const)),
);

export const mayCall = (operation: string, role: Role): boolean => {
  const allowed = specifiedRoles.get(operation);
  return allowed === 'public' || allowed?.includes(role) === true;
};

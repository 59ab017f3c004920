export const ROLES = ['OWNER', 'USER', 'API_KEY', 'CLIENT_PARTICIPANT'] as const;
export type Role = (typeof ROLES)[number];

/** Roles a user may have. */
export const USER_ROLES = ['OWNER', 'USER'] as const;
export type UserRole = (typeof USER_ROLES)[number];

const staff = ['OWNER', 'API_KEY', 'USER'] as const satisfies readonly Role[];
const admins = ['OWNER', 'API_KEY'] as const satisfies readonly Role[];
const people = ['OWNER', 'USER'] as const satisfies readonly Role[];
const everyone = ROLES;
const client = ['CLIENT_PARTICIPANT'] as const satisfies readonly Role[];
/** No credential is asked for. */
const open = 'public' as const;

/**
 * Who may make which call (specification 6, contract 2). The guard, the OpenAPI file, the docs and the test matrix all
 * read this table; a route without a row stops the start.
 */
export const permissions = {
  'auth.token': open,
  'auth.jwks': open,
  'signup.tenant': open,
  'api-key.list': admins,
  'api-key.create': admins,
  'api-key.change': admins,
  'api-key.delete': admins,
  'user.list': admins,
  'user.create': admins,
  'user.delete': admins,
  'user.me': people,
  'user.read': people,
  'conversation-type.list': staff,
  'conversation-type.read': staff,
  'conversation-type.create': admins,
  'conversation-type.change': admins,
  'conversation-type.replace': admins,
  'conversation-type.delete': admins,
  'conversation.list': staff,
  'conversation.by-ids': staff,
  'conversation.read': everyone,
  'conversation.create': staff,
  'conversation.change': staff,
  'conversation.replace': staff,
  'conversation.delete': admins,
  'conversation.label': staff,
  'conversation.lock': staff,
  'conversation.unlock': staff,
  'conversation.unlock-all': staff,
  'participant.list': staff,
  'participant.read': everyone,
  'participant.create': staff,
  'participant.change': staff,
  'participant.replace': staff,
  'participant.delete': staff,
  'participant.activity': everyone,
  'participant.client-url': staff,
  'participant.notify': staff,
  'notification.list': staff,
  'sms-settings.read': admins,
  'sms-settings.replace': admins,
  'sms-settings.delete': admins,
  'sms-status.tell': open,
  'client-participant.me': client,
  'message.list': everyone,
  'message.read': everyone,
  'message.post': everyone,
  'message.delete': everyone,
  'workflow.list': admins,
  'workflow.create': admins,
  'workflow.read': admins,
  'workflow.change': admins,
  'workflow.replace': admins,
  'workflow.delete': admins,
  'workflow.runs': admins,
  'workflow.dry-run': admins,
  'message-template.list': admins,
  'message-template.read': admins,
  'message-template.create': admins,
  'message-template.replace': admins,
  'message-template.delete': admins,
  'message-template.render': admins,
  'webhook-settings.read': admins,
  'webhook-settings.replace': admins,
  'webhook-settings.rotate': admins,
  'webhook-settings.test': admins,
  'webhook-feature.list': admins,
  'webhook-feature.available': admins,
  'webhook-feature.set': admins,
  'webhook-feature.delete': admins,
  'webhook-delivery.list': admins,
  'webhook-delivery.retry': admins,
  'webhook-delivery.replay': admins,
  'event.list': admins,
  'service.health': open,
  'service.metrics': open,
  'service.openapi': open,
} as const satisfies Record<string, readonly Role[] | typeof open>;

export type Permission = keyof typeof permissions;

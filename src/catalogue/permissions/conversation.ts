import { ADMINS, ALL_ROLES, type PermissionTable, PUBLIC, STAFF, USERS } from './roles.js';

/** Conversations and conversation types. */
export const conversationPermissions = {
  'conversation-type.list': STAFF,
  'conversation-type.read': STAFF,
  'conversation-type.create': ADMINS,
  'conversation-type.change': ADMINS,
  'conversation-type.replace': ADMINS,
  'conversation-type.delete': ADMINS,
  'conversation-type.visitor-key': ADMINS,
  /** The visitor key in the path names the tenant. */
  'visitor.begin': PUBLIC,
  'retention.preview': ADMINS,
  'retention.runs': ADMINS,
  'conversation.hold': ADMINS,
  'conversation.erase': ADMINS,
  'erasure.list': ADMINS,
  'erasure.read': ADMINS,
  'conversation.list': STAFF,
  'conversation.by-ids': STAFF,
  'conversation.read': ALL_ROLES,
  'conversation.create': STAFF,
  'conversation.change': STAFF,
  'conversation.replace': STAFF,
  'conversation.delete': ADMINS,
  'conversation.label': STAFF,
  'conversation.lock': STAFF,
  'conversation.unlock': STAFF,
  'conversation.unlock-all': STAFF,
  'conversation.seen': USERS,
  'conversation.unread': USERS,
} as const satisfies PermissionTable;

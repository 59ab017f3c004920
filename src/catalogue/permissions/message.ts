import { ALL_ROLES, type PermissionTable } from './roles.js';

/** Messages of a conversation. */
export const messagePermissions = {
  'message.list': ALL_ROLES,
  'message.read': ALL_ROLES,
  'message.post': ALL_ROLES,
  'message.delete': ALL_ROLES,
} as const satisfies PermissionTable;

import { ADMINS, type PermissionTable } from './roles.js';

/** Message templates. */
export const messageTemplatePermissions = {
  'message-template.list': ADMINS,
  'message-template.read': ADMINS,
  'message-template.create': ADMINS,
  'message-template.replace': ADMINS,
  'message-template.delete': ADMINS,
  'message-template.render': ADMINS,
} as const satisfies PermissionTable;

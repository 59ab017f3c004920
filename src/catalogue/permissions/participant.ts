import { ADMINS, ALL_ROLES, CLIENTS, type PermissionTable, STAFF } from './roles.js';

/** Participants of a conversation. */
export const participantPermissions = {
  'participant.list': STAFF,
  'participant.read': ALL_ROLES,
  'participant.create': STAFF,
  'participant.change': STAFF,
  'participant.replace': STAFF,
  'participant.delete': STAFF,
  'participant.activity': ALL_ROLES,
  'participant.client-url': STAFF,
  'participant.notify': STAFF,
  'participant.export': ADMINS,
  'client-participant.me': CLIENTS,
} as const satisfies PermissionTable;

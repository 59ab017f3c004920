import { ADMINS, type PermissionTable, PUBLIC } from './roles.js';

/** Checkpoints of the event log, and what they prove. */
export const auditPermissions = {
  'audit.checkpoint': ADMINS,
  'audit.checkpoint-list': ADMINS,
  'audit.proof': ADMINS,
  'audit.consistency': ADMINS,
  'audit.keys': PUBLIC,
} as const satisfies PermissionTable;

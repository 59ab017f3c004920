import { ADMINS, type PermissionTable } from './roles.js';

/** The tenant itself. */
export const tenantPermissions = {
  'tenant.read': ADMINS,
  'tenant.change': ADMINS,
} as const satisfies PermissionTable;

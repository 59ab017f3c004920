import { ADMINS, type PermissionTable, PUBLIC } from './roles.js';

/** The tenant itself and its OIDC configs. */
export const tenantPermissions = {
  'tenant.read': ADMINS,
  'tenant.change': ADMINS,
  'tenant.colors': ADMINS,
  'tenant.config': PUBLIC,
  'oidc-config.list': ADMINS,
  'oidc-config.create': ADMINS,
  'oidc-config.read': ADMINS,
  'oidc-config.change': ADMINS,
  'oidc-config.delete': ADMINS,
} as const satisfies PermissionTable;

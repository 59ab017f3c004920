import { ADMINS, MACHINES, OWNERS, type PermissionTable, PUBLIC } from './roles.js';

/** The tenant itself, tenants that it signs up, its domains, its OIDC configs and the checkpoints of its log. */
export const tenantPermissions = {
  'tenant.read': ADMINS,
  'tenant.change': ADMINS,
  'tenant.colors': ADMINS,
  'tenant.config': PUBLIC,
  'signup.machine': MACHINES,
  'domain.list': ADMINS,
  'domain.create': ADMINS,
  'domain.verify': ADMINS,
  'domain.replace': OWNERS,
  'domain.delete': OWNERS,
  'oidc-config.list': ADMINS,
  'oidc-config.create': ADMINS,
  'oidc-config.read': ADMINS,
  'oidc-config.change': ADMINS,
  'oidc-config.delete': ADMINS,
  'oidc-config.test': ADMINS,
  'audit.checkpoint': ADMINS,
  'audit.checkpoint-list': ADMINS,
  'audit.proof': ADMINS,
  'audit.consistency': ADMINS,
  'audit.keys': PUBLIC,
  'audit.export-create': ADMINS,
  'audit.export-list': ADMINS,
  'audit.export-read': ADMINS,
  /** The signed URL is the credential. */
  'audit.export-download': PUBLIC,
  'audit.event-list': ADMINS,
  'audit.event-read': ADMINS,
} as const satisfies PermissionTable;

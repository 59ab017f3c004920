import { type PermissionTable, PUBLIC } from './roles.js';

/** Health, metrics, the OpenAPI file and the contact for security. */
export const servicePermissions = {
  'service.health': PUBLIC,
  'service.metrics': PUBLIC,
  'service.openapi': PUBLIC,
  'service.security': PUBLIC,
} as const satisfies PermissionTable;

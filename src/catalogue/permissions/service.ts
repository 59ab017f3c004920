import { type PermissionTable, PUBLIC } from './roles.js';

/** Health, metrics and the OpenAPI file. */
export const servicePermissions = {
  'service.health': PUBLIC,
  'service.metrics': PUBLIC,
  'service.openapi': PUBLIC,
} as const satisfies PermissionTable;

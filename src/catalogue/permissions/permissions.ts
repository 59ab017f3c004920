import { assetPermissions } from './asset.js';
import { conversationPermissions } from './conversation.js';
import { geocoderPermissions } from './geocoder.js';
import { identityPermissions } from './identity.js';
import { messagePermissions } from './message.js';
import { messageTemplatePermissions } from './message-template.js';
import { notificationPermissions } from './notification.js';
import { participantPermissions } from './participant.js';
import type { PermissionTable, Role } from './roles.js';
import { servicePermissions } from './service.js';
import { tenantPermissions } from './tenant.js';
import { webhookPermissions } from './webhook.js';
import { workflowPermissions } from './workflow.js';

/**
 * Roles of every call (specification 6, contract 2). The guard, the OpenAPI file, the documentation and the tests read
 * this table; a route without a row stops the start. `test/architecture/catalogue.spec.ts` refuses a row given twice.
 */
export const permissions = {
  ...identityPermissions,
  ...tenantPermissions,
  ...conversationPermissions,
  ...participantPermissions,
  ...messagePermissions,
  ...assetPermissions,
  ...messageTemplatePermissions,
  ...workflowPermissions,
  ...webhookPermissions,
  ...notificationPermissions,
  ...geocoderPermissions,
  ...servicePermissions,
} as const satisfies PermissionTable;

export type Permission = keyof typeof permissions;

const isOfApiKeys = (roles: readonly Role[] | 'public'): boolean => roles !== 'public' && roles.includes('API_KEY');

/** Scopes that an API key can have: the calls of its role. */
export const apiKeyScopes: readonly Permission[] = (Object.keys(permissions) as Permission[]).filter((name) =>
  isOfApiKeys(permissions[name]),
);

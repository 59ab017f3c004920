/** Under which purpose the secrets of a tenant's endpoint are sealed. */
export const secretPurpose = (tenantId: string): string => `webhook-secret:${tenantId}`;

/** Begins every secret (Standard Webhooks); the key follows in base64. */
export const SECRET_PREFIX = 'whsec_';

import type { RejectionTable } from './rejection-entry.js';

/** OIDC configs and domains of a tenant. */
export const tenantRejections = {
  'errors.oidc_config.not_found': {
    kind: 'not-found',
    en: 'The OIDC config does not exist.',
    de: 'Die OIDC-Konfiguration existiert nicht.',
    cause: 'No OIDC config of the tenant has the provider name in the path, or it was deleted.',
    remedy: 'List the OIDC configs of the tenant to find the provider name.',
  },
  'errors.oidc_config.exists': {
    kind: 'conflict',
    en: 'An OIDC config with this provider name already exists. Choose another name.',
    de: 'Eine OIDC-Konfiguration mit diesem Namen gibt es bereits. Bitte einen anderen wählen.',
    cause: 'Another OIDC config of the tenant has the same `provider_name`.',
    remedy: 'Change the existing config with PATCH, or use another name.',
  },
  'errors.oidc_config.too_many': {
    kind: 'conflict',
    en: 'The tenant has as many OIDC configs as it can have. Delete one first.',
    de: 'Der Mandant hat bereits so viele OIDC-Konfigurationen wie möglich. Bitte zuerst eine löschen.',
    cause: 'The number of OIDC configs of a tenant is limited.',
    remedy: 'Delete an OIDC config that is no longer used, then repeat the call.',
  },
} as const satisfies RejectionTable;

import type { RejectionTable } from './rejection-entry.js';

/** Machine sign-up, OIDC configs and domains of a tenant. */
export const tenantRejections = {
  'errors.tenant.suspended': {
    kind: 'forbidden',
    en: 'The tenant is suspended. Contact the operator of the service.',
    de: 'Der Mandant ist gesperrt. Bitte an den Betreiber des Dienstes wenden.',
    cause: 'The operator suspended the tenant with `tidings tenant suspend`. Its sockets end, and its effects wait.',
    remedy: 'Ask the operator of the service. After `tidings tenant resume` all calls work again.',
  },
  'errors.tenant.creation_refused': {
    kind: 'forbidden',
    en: 'The tenant of the API key may not sign up other tenants.',
    de: 'Der Mandant des API-Schlüssels darf keine weiteren Mandanten anlegen.',
    cause: 'The deployment does not list the tenant in `MAIN_TENANTS`.',
    remedy: 'Use an API key of a tenant with `tenant_creation_allowed`, or sign up with `POST /signup`.',
  },
  'errors.domain.not_found': {
    kind: 'not-found',
    en: 'The domain does not exist.',
    de: 'Die Domain existiert nicht.',
    cause: 'No domain of the tenant has the id in the path, or it was deleted.',
    remedy: 'List the domains of the tenant to find the id.',
  },
  'errors.domain.exists': {
    kind: 'conflict',
    en: 'The domain is already in use. Choose another domain.',
    de: 'Die Domain ist bereits vergeben. Bitte eine andere wählen.',
    cause: 'A tenant has the domain, or it is a domain of the service itself.',
    remedy: 'Use another domain, or delete the domain at the tenant that has it.',
  },
  'errors.domain.limit_reached': {
    kind: 'conflict',
    en: 'The tenant already has a custom domain for this app. Replace or delete it.',
    de: 'Der Mandant hat bereits eine eigene Domain für diese Anwendung. Bitte diese ersetzen oder löschen.',
    cause: 'A tenant has at most one custom domain for the main app and one for the client app.',
    remedy: 'Replace the custom domain with PUT, or delete it first.',
  },
  'errors.domain.system': {
    kind: 'invalid',
    en: 'A system domain cannot be changed or deleted.',
    de: 'Eine Systemdomain lässt sich weder ändern noch löschen.',
    cause: 'The id in the path is that of a system domain, which every tenant has.',
    remedy: 'Change or delete custom domains only.',
  },
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

/** Languages of the service (specification 1). */
export const LANGUAGES = ['en', 'de'] as const;

/** Letters, digits and spaces, with a letter or digit at both ends (specification 5). */
export const TENANT_NAME = /^[A-Za-z0-9][A-Za-z0-9 ]*[A-Za-z0-9]$/;

/** Lower-case letters, digits, `_` and `-`, with a letter or digit first (specification 5). */
export const SUBDOMAIN = /^[a-z0-9][a-z0-9_-]*$/;

/** A host name with a top-level part of at least two letters, an internationalised one in its ASCII form (specification 5). */
export const DOMAIN =
  /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+([A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{1,57}[A-Za-z0-9])$/;

/** The apps that domains lead to (contract 8). */
export const DOMAIN_TYPES = ['MAIN', 'CLIENT'] as const;
export type DomainType = (typeof DOMAIN_TYPES)[number];

/** Bounds of what a tenant sets up. Lengths count code points. */
export const tenantLimits = {
  /** OIDC configs of a tenant. */
  oidcConfigs: 50,
  /** Characters of a client id at an OIDC provider. */
  oidcClientId: 255,
  /** Characters of a client secret at an OIDC provider. */
  oidcClientSecret: 1000,
  /** Characters of the scopes that are requested from an OIDC provider. */
  oidcScope: 500,
} as const;

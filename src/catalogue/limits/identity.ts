/** Bounds of tenants and users. Lengths count code points. */
export const identityLimits = {
  /** Characters of a tenant's name. */
  tenantName: { min: 3, max: 20 },
  /** Characters of a tenant's subdomain. */
  subdomain: { min: 3, max: 20 },
  /** Characters of an e-mail address. */
  email: 254,
  /** Characters of a password. */
  password: { min: 8, max: 128 },
} as const;

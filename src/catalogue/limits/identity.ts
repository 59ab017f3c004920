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
  /** Characters of a token of a set-password link. */
  passwordToken: 100,
  /** Days that a request to reset a password is kept. */
  resetRequestDays: 1,
  /** Open sessions of one user. A further sign-in ends the oldest one. */
  sessionsPerUser: 500,
  /** Characters of a User-Agent that are kept. */
  userAgent: 500,
  /** Bytes of an answer of an identity provider. */
  providerAnswerBytes: 65_536,
} as const;

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
  /** Characters of a token of a link that confirms an e-mail address. */
  emailToken: 1_500,
  /** Hours for which a link that confirms an e-mail address is valid. */
  emailTokenHours: 24,
  /** E-mails with such a link that are sent for a user in an hour. */
  emailLinksPerHour: 10,
  /** Mails about one sort of change of a tenant's ways in that an owner gets in an hour. */
  accountMailsPerHour: 10,
  /** Owners who get such mails, and those about failed workflows. */
  ownersTold: 100,
  /** Days that a request to reset a password is kept. */
  resetRequestDays: 1,
  /** E-mails with a link to set a password that a user gets in an hour. */
  passwordMailsPerHour: 10,
  /** Characters of a host name. */
  hostName: 253,
  /** Passkeys of one user. */
  passkeysPerUser: 20,
  /** Characters of a credential id: 1,023 bytes in base64url (WebAuthn 4). */
  passkeyId: 1_364,
  /** Bytes of the public key of a passkey. An RSA key of 4,096 bits has fewer. */
  passkeyKeyBytes: 600,
  /** Characters of client data, authenticator data or a signature in base64url. */
  passkeyData: 8_192,
  /** Characters of an attestation object in base64url. */
  attestationObject: 32_768,
  /** Characters of a user handle: 64 bytes in base64url (WebAuthn 4). */
  userHandle: 86,
  /** Transports of a passkey, and characters of one. */
  passkeyTransports: { count: 10, length: 32 },
  /** Open sessions of one user. Another sign-in ends the oldest one. */
  sessionsPerUser: 500,
  /** Client addresses that are known to have signed in to an account. The least recent one is forgotten. */
  signInNetworks: 20,
  /** Persons at identity providers that are bound to one user. A further one ends the oldest one. */
  identitiesPerUser: 60,
  /** Characters of a User-Agent that are kept. */
  userAgent: 500,
  /** Bytes of a response of an identity provider. */
  providerAnswerBytes: 65_536,
} as const;

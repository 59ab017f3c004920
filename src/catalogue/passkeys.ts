/** The one type of credential that WebAuthn knows. */
export const CREDENTIAL_TYPE = 'public-key';

/** Signature algorithms of passkeys as COSE numbers, the preferred first: EdDSA, ES256 and RS256. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const;

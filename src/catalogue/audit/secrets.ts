/** In place of a secret. */
export const SECRET = '[secret]';

/**
 * Members of events that are secrets, also as digests or encrypted: no answer has them. A spec looks at the members of
 * every event type and refuses one that it does not know.
 */
export const secretMembers: Readonly<Record<string, readonly string[]>> = {
  User: ['passwordHash', 'signInEpoch', 'invitationRequest', 'pendingEmailRequest'],
  ApiKey: ['digest'],
  OidcConfig: ['clientSecretSealed'],
  SmsSettings: ['authToken', 'accountAuthToken'],
  WebhookSettings: ['sealed', 'old.sealed'],
  PasskeyRegistered: ['password', 'publicKey', 'credentialId'],
  PasskeyRemoved: ['credentialId'],
};

const PARTICIPLE = /(?:Created|Changed)$/;

/** Members of an event type that are secrets; dotted where they are in an object or in the objects of a list. */
export const secretsOf = (type: string): readonly string[] =>
  secretMembers[type] ?? secretMembers[type.replace(PARTICIPLE, '')] ?? [];

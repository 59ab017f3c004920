import { createHash } from 'node:crypto';
import { sameEmail } from '../../catalogue/text/email.js';

/**
 * E-mail addresses are unique without regard to case and to the spelling of their domain. They are digested, because
 * names of streams are not personal data.
 */
export const emailName = (email: string): string =>
  `email.${createHash('sha256').update(sameEmail(email)).digest('base64url')}`;

/** A person at an identity provider is one user of a tenant. */
export const identityName = (issuer: string, subject: string): string =>
  `identity.${createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('base64url')}`;

import { createHash } from 'node:crypto';
import { sameEmail } from '../../catalogue/text/email.js';

/**
 * E-mail addresses are unique without regard to case and to the spelling of their domain. They are digested, because
 * names of streams are not personal data.
 */
export const emailName = (email: string): string =>
  `email.${createHash('sha256').update(sameEmail(email)).digest('base64url')}`;

import { createHash } from 'node:crypto';

/**
 * E-mail addresses are unique without regard to case. They are digested, because names of streams are not personal
 * data.
 */
export const emailName = (email: string): string =>
  `email.${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`;

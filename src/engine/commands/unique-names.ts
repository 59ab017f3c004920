import { createHash } from 'node:crypto';

/** E-mails are unique without regard to case; digested, since they are no ids and are nobody's business. */
export const emailName = (email: string): string =>
  `email.${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`;

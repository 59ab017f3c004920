import { createHash } from 'node:crypto';
import { sameEmail } from '../../catalogue/email.js';

/** E-mails are unique without regard to case and to how their domain is written; digested, since they are no ids and are nobody's business. */
export const emailName = (email: string): string =>
  `email.${createHash('sha256').update(sameEmail(email)).digest('base64url')}`;

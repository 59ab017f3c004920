import { createHash } from 'node:crypto';

/** The names that are unique across streams, as reservations know them. */
export const subdomainName = (label: string): string => `subdomain.${label}`;

/** E-mails are unique without regard to case; digested, since they are no ids and are nobody's business. */
export const emailName = (email: string): string =>
  `email.${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`;

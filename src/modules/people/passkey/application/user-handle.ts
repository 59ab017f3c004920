import { UUID } from '../../../../kernel/ids.js';

/** The id of a user as authenticators keep it (WebAuthn 5.4.3): its characters in base64url. */
export const writeUserHandle = (userId: string): string => Buffer.from(userId).toString('base64url');

/** undefined: it is the handle of no user. */
export function readUserHandle(handle: string): string | undefined {
  const text = Buffer.from(handle, 'base64url').toString('utf8');
  return UUID.test(text) ? text : undefined;
}

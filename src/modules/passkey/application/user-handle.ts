/** The id of a user as authenticators keep it (WebAuthn 5.4.3): its bytes in base64url. */
export const writeUserHandle = (userId: string): string => Buffer.from(userId).toString('base64url');

export const readUserHandle = (handle: string): string => Buffer.from(handle, 'base64url').toString('utf8');

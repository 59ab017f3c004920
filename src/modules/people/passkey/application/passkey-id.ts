import { createHash } from 'node:crypto';

/** An id for paths. A credential id may be longer than a path parameter. */
export const passkeyIdOf = (credentialId: string): string =>
  createHash('sha256').update(credentialId).digest('base64url');

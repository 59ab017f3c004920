import type { Caller } from '../../kernel/caller.js';
import { token } from '../../kernel/token.js';

/** Header of an API key. Node.js writes header names in lower case. */
export const API_KEY_HEADER = 'x-api-key';

export interface Credentials {
  readonly authorization?: string | undefined;
  readonly apiKey?: string | undefined;
}

/** Implemented in `modules/people/auth`. The guard and the handshake of the socket call it. */
export interface Authenticator {
  /**
   * Returns at once for a credential that was checked recently; revocation is checked each time.
   * @throws Rejection `errors.unauthenticated`, `errors.token.expired`, `errors.credentials.ambiguous`
   */
  authenticate(credentials: Credentials): Promise<Caller> | Caller;
  /** The tenant of a recently checked credential, which costs little to check again. The credential may be revoked. */
  tenantOf(credentials: Credentials): string | undefined;
}

export const AUTHENTICATOR = token<Authenticator>('Authenticator');

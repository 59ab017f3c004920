import type { Caller } from '../../kernel/caller.js';
import { token } from '../../kernel/token.js';

/** Header of an API key. Node.js writes header names in lower case. */
export const API_KEY_HEADER = 'x-api-key';

export interface Credentials {
  readonly authorization?: string | undefined;
  readonly apiKey?: string | undefined;
}

/** Made by `modules/auth`; asked by the guard and by the socket's handshake alike. */
export interface Authenticator {
  /**
   * At once where the credential was checked lately; revocation is asked each time.
   * @throws Rejection `errors.unauthenticated`, `errors.token.expired`, `errors.credentials.ambiguous`
   */
  authenticate(credentials: Credentials): Promise<Caller> | Caller;
  /** The tenant of a credential that was checked lately, so that checking it again costs little. It may be revoked. */
  tenantOf(credentials: Credentials): string | undefined;
}

export const AUTHENTICATOR = token<Authenticator>('Authenticator');

import type { Instant } from '../../kernel/instant.js';
import { token } from '../../kernel/token.js';

export type Claims = Readonly<Record<string, unknown>>;

/** The public half of a signing key (RFC 7517). */
export interface PublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'ES256';
}

/** ES256 signing keys that change by themselves; an older one verifies for as long as a token signed with it may live. */
export interface Keys {
  /** A JWT of type `typ`, issued now, that ends at `expiresAt`. */
  sign(claims: Claims, typ: string, expiresAt: Instant): Promise<string>;
  /** PEM (SPKI) of a key that still verifies. */
  publicKey(kid: string): string | undefined;
  /** Those that still verify, the newest first. */
  jwks(): readonly PublicJwk[];
}

/** No token lives longer, so that a key which signs no more may go after this time. */
export const LONGEST_TOKEN_DAYS = 7;

export const KEYS = token<Keys>('Keys');

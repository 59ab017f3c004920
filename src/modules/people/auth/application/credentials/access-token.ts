import { Strategy } from 'passport-jwt';
import { DAY, epochMs, type Instant, instant, MINUTE } from '../../../../../kernel/instant.js';
import { Rejection } from '../../../../../kernel/rejection.js';
import { type Claims, type Keys, LONGEST_TOKEN_DAYS } from '../../../../../ports/identity/keys.js';
import type { Clock } from '../../../../../ports/process/clock.js';

/** Each purpose has its own type, and a token is refused where another purpose is needed. */
export interface TokenKind {
  readonly typ: string;
  readonly audience: string;
}

export const ACCESS_TOKEN: TokenKind = { typ: 'at+jwt', audience: 'tidings' };

export interface Verified {
  readonly claims: Claims;
  readonly expiresAt: Instant;
}

/** Longer is none of ours. */
const LONGEST = 4_096;
const MAX_CLOCK_SKEW_MS = MINUTE;
const LONGEST_LIFE_MS = LONGEST_TOKEN_DAYS * DAY;
const HEADER = ['alg', 'kid', 'typ'];

/** Whole seconds, and not after a moment that is still to come. */
const isTime = (seconds: unknown, latestMs: number): seconds is number =>
  Number.isSafeInteger(seconds) && (seconds as number) * 1_000 <= latestMs + MAX_CLOCK_SKEW_MS;

interface Presented {
  readonly token: string;
}

interface Tools {
  readonly keys: Keys;
  readonly clock: Clock;
  readonly issuer: string;
}

/** The signing key a token names, if its header is one of ours to the letter: no `crit`, `jku`, `jwk`, `b64` or `zip`. */
function keyOf(token: string, typ: string, keys: Keys): string | undefined {
  try {
    const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as Claims;
    const ours = Object.keys(header).sort().join() === HEADER.join() && header.alg === 'ES256' && header.typ === typ;
    return ours && typeof header.kid === 'string' ? keys.publicKey(header.kid) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Checks tokens of one kind, at once: passport-jwt's strategy for signature, issuer and audience; time by our own clock.
 * The function it answers throws a Rejection: `errors.unauthenticated`, `errors.token.expired`.
 */
export function tokenVerifier({ typ, audience }: TokenKind, { keys, clock, issuer }: Tools) {
  const strategy = new Strategy(
    {
      jwtFromRequest: (request) => (request as unknown as Presented).token,
      secretOrKeyProvider: (_request, token: string, done) => {
        const key = keyOf(token, typ, keys);
        if (key === undefined) done(new Error('The signing key is unknown.'));
        else done(null, key);
      },
      algorithms: ['ES256'],
      issuer,
      audience,
      ignoreExpiration: true,
      jsonWebTokenOptions: { ignoreNotBefore: true },
    },
    (claims: Claims, done: (error: null, claims: Claims) => void) => done(null, claims),
  );

  /** A strategy speaks to the request it was set on; each question gets its own. */
  const signed = (token: string): Claims | undefined => {
    let claims: Claims | undefined;
    const attempt = Object.assign(Object.create(strategy) as Strategy, {
      success: (found: unknown) => {
        claims = found as Claims;
      },
      fail: () => {},
      error: () => {},
    });
    attempt.authenticate({ token } as never);
    return claims;
  };

  return (token: string): Verified => {
    const claims = token.length <= LONGEST ? signed(token) : undefined;
    if (!claims || claims.aud !== audience) throw new Rejection('errors.unauthenticated');
    const now = epochMs(clock.now());
    const { exp, iat, nbf } = claims;
    if (!isTime(exp, now + LONGEST_LIFE_MS) || !isTime(iat, now) || nbf !== undefined) {
      throw new Rejection('errors.unauthenticated');
    }
    if (exp * 1_000 <= now) throw new Rejection('errors.token.expired');
    return { claims, expiresAt: instant(exp * 1_000) };
  };
}

import type { FastifyRequest } from 'fastify';
import { principalKind } from '../../kernel/access.js';
import type { Caller } from '../../kernel/caller.js';
import { type Instant, plus, SECOND } from '../../kernel/instant.js';
import { reject } from '../../kernel/rejection.js';
import type { EndpointInfo } from '../openapi/endpoint/endpoint-info.js';

/** Whether the person signed in within the last seconds. */
export const isRecent = ({ signedInAt }: Caller, now: Instant, seconds: number): boolean =>
  signedInAt !== undefined && plus(signedInAt, seconds * SECOND) > now;

/**
 * A stolen token alone must not change the ways in. Machines and clients have no sign-in, and need none.
 * @throws Rejection `errors.auth.reauthenticate`
 */
export function requireRecentSignIn(
  { body, context }: FastifyRequest,
  { recentSignIn }: EndpointInfo,
  seconds: number,
): void {
  if (!recentSignIn || principalKind(context.caller) !== 'user') return;
  if (recentSignIn !== true && !recentSignIn.some((name) => Object.hasOwn(Object(body), name))) return;
  if (!isRecent(context.caller, context.at, seconds)) reject('errors.auth.reauthenticate', { max_age: seconds });
}

/** `WWW-Authenticate` of a 401 (RFC 6750 3, RFC 9470 3). */
export const challengeOf = (code: string, details: Readonly<Record<string, unknown>> | undefined): string =>
  code === 'errors.auth.reauthenticate'
    ? `Bearer error="insufficient_user_authentication", error_description="A more recent sign-in is required", max_age="${details?.max_age}"`
    : 'Bearer';

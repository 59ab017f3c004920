import type { IncomingHttpHeaders } from 'node:http';
import { Rejection } from '../../kernel/rejection.js';
import { API_KEY_HEADER, type Credentials } from '../../ports/identity/authenticator.js';

/** Parts of socket.io's handshake that hold credentials. */
interface Handshake {
  readonly auth?: unknown;
  readonly headers: IncomingHttpHeaders;
}

/** People paste the value of an `Authorization` header. */
const BEARER = /^Bearer +/i;

/** A token or API key in `auth.token` or `Authorization`, or an API key in `X-API-KEY`. @throws Rejection 401 */
export function credentialsIn({ auth, headers }: Handshake): Credentials {
  const token = typeof auth === 'object' && auth !== null && 'token' in auth ? auth.token : undefined;
  if (token !== undefined && typeof token !== 'string') throw new Rejection('errors.unauthenticated');
  const apiKey = headers[API_KEY_HEADER];
  const authorization = token === undefined ? headers.authorization : `Bearer ${token.replace(BEARER, '')}`;
  return {
    ...(authorization === undefined ? {} : { authorization }),
    ...(typeof apiKey === 'string' ? { apiKey } : {}),
  };
}

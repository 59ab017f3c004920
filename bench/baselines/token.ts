import type { FastifyInstance, FastifyRequest } from 'fastify';
import { importJWK, type JWK, jwtVerify } from 'jose';

export interface Bearer {
  readonly subject: string;
  readonly expiresAt: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    bearer: Bearer;
  }
}

const PREFIX = 'Bearer '.length;

/** Verifies the signature of a token once and its expiry with every request. */
async function bearers(jwk: string): Promise<(authorization: string) => Promise<Bearer> | Bearer> {
  const key = await importJWK(JSON.parse(jwk) as JWK, 'ES256');
  const known = new Map<string, Bearer>();
  const verify = async (authorization: string): Promise<Bearer> => {
    const checks = { audience: 'tidings', typ: 'at+jwt', algorithms: ['ES256'] };
    const { payload } = await jwtVerify(authorization.slice(PREFIX), key, checks);
    const bearer = { subject: payload.sub ?? '', expiresAt: (payload.exp ?? 0) * 1_000 };
    known.set(authorization, bearer);
    return bearer;
  };
  return (authorization) => {
    const bearer = known.get(authorization);
    return bearer && bearer.expiresAt > Date.now() ? bearer : verify(authorization);
  };
}

export async function requireToken(app: FastifyInstance, jwk: string): Promise<void> {
  const bearerOf = await bearers(jwk);
  app.decorateRequest('bearer');
  app.addHook('onRequest', (request: FastifyRequest, reply, done) => {
    const bearer = bearerOf(request.headers.authorization ?? '');
    const go = (found: Bearer) => {
      request.bearer = found;
      done();
    };
    if (bearer instanceof Promise) bearer.then(go, () => reply.code(401).send());
    else go(bearer);
  });
}

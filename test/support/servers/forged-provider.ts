import { exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import { CLIENT } from './oidc-provider.js';
import { type Answering, aReceiver, type Received, type Receiver } from './webhook-receiver.js';

type Json = Readonly<Record<string, unknown>>;

/** What a provider of this name does; what is left out is as an honest one does it. */
export interface Conduct {
  readonly metadata?: (honest: Json) => Json;
  readonly discovery?: Answering;
  readonly jwks?: Answering;
  readonly token?: (honest: Json, received: Received) => Answering | Promise<Answering>;
  readonly userinfo?: Answering;
  readonly introspect?: Answering;
  readonly claims?: JWTPayload;
  readonly header?: Partial<JWTHeaderParameters>;
}

export const json =
  (value: unknown, status = 200): Answering =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

export interface ForgedProvider extends Receiver {
  readonly key: Awaited<ReturnType<typeof generateKeyPair>>;
  /** The public key as PEM. */
  readonly pem: string;
  /** Adds a provider of this name; answers its issuer. */
  is(name: string, conduct?: Conduct): string;
  /** The nonce that the next id_token repeats. */
  expects(nonce: string): void;
  sign(
    claims: JWTPayload,
    header?: Partial<JWTHeaderParameters>,
    key?: Parameters<SignJWT['sign']>[0],
  ): Promise<string>;
}

/** A provider on loopback that misbehaves as a test says, under one path for each name. */
export async function aForgedProvider(): Promise<ForgedProvider> {
  const key = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(key.publicKey)), kid: 'one', use: 'sig', alg: 'RS256' };
  const conducts = new Map<string, Conduct>();
  let nonce = '';
  const receiver = await aReceiver((received) => (response) => {
    void answered(received).then((answer) => {
      if (typeof answer === 'number') response.writeHead(answer).end();
      else answer(response, received);
    });
  });
  const origin = `http://127.0.0.1:${receiver.port}`;

  const sign: ForgedProvider['sign'] = (claims, header = {}, by = key.privateKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(by);

  const honestClaims = (issuer: string): JWTPayload => {
    const now = Math.floor(Date.now() / 1_000);
    const person = { sub: 'ada', email: 'ada@acme.example', email_verified: true };
    return { iss: issuer, aud: CLIENT.client_id, iat: now, exp: now + 60, nonce, ...person };
  };

  async function answered(received: Received): Promise<Answering> {
    const [, name = '', ...rest] = received.path.split('/');
    const conduct = conducts.get(name) ?? {};
    const issuer = `${origin}/${name}`;
    switch (rest.join('/')) {
      case '.well-known/openid-configuration': {
        const honest = {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          userinfo_endpoint: `${issuer}/userinfo`,
          id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
        };
        return conduct.discovery ?? json(conduct.metadata?.(honest) ?? honest);
      }
      case 'jwks':
        return conduct.jwks ?? json({ keys: [jwk] });
      case 'token': {
        const id_token = await sign({ ...honestClaims(issuer), ...conduct.claims }, conduct.header);
        const honest = { access_token: 'access', token_type: 'Bearer', id_token };
        return conduct.token?.(honest, received) ?? json(honest);
      }
      case 'introspect':
        return conduct.introspect ?? 404;
      default:
        return conduct.userinfo ?? json({ sub: 'ada', email: 'ada@acme.example', email_verified: true });
    }
  }

  return {
    ...receiver,
    key,
    pem: await exportSPKI(key.publicKey),
    is(name, conduct = {}) {
      conducts.set(name, conduct);
      return `${origin}/${name}`;
    },
    expects(next) {
      nonce = next;
    },
    sign,
  };
}

import { exportJWK, generateKeyPair, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REACHES_LOOPBACK } from '../../fixtures/identity-provider.js';
import { authorize, configOf, forgedProvider, newPkce, redeem, signInForged } from '../../fixtures/oidc.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { aForgedProvider, type Conduct, type ForgedProvider, json } from '../../support/servers/forged-provider.js';
import { CLIENT } from '../../support/servers/oidc-provider.js';

let tidings: Tidings;
let forged: ForgedProvider;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings({ ...REACHES_LOOPBACK, RATE_LIMITS: 'off' });
  forged = await aForgedProvider();
  acme = await createTenant(tidings, 'acme');
  await acme.owner.mustCall('PATCH', '/tenant', { user_auto_provisioning_domains: ['acme.example'] });
});
afterAll(async () => {
  await forged.close();
  await tidings.close();
});

const provider = (conduct?: Conduct) => forgedProvider(acme, forged, conduct);
const signIn = (name: string) => signInForged(tidings, acme, forged, name);
const unsigned = (claims: JWTPayload, header: object, signature = '') =>
  `${[header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.${signature}`;
const claimsIn = (token: unknown): JWTPayload =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());

test('an honest provider signs its user in', async () => {
  expect((await signIn(await provider())).status).toBe(200);
});

describe('a provider that ignores PKCE and takes any code any number of times', () => {
  const elsewhere = 'http://127.0.0.1:3000/elsewhere';

  test.each([
    ['another verifier', { code_verifier: newPkce().verifier }],
    ['another redirect URI', { redirect_uri: elsewhere }],
    ['another provider of the tenant', { provider_name: 'twin' }],
  ])('leads nowhere with %s', async (_, more) => {
    const name = await provider();
    const issuer = forged.is(name);
    await acme.owner.call('DELETE', '/oidc-configs/twin');
    await acme.owner.mustCall('POST', '/oidc-configs', configOf(issuer, 'twin'));
    const { verifier, challenge } = newPkce();
    const begun = await authorize(tidings, acme.tenantId, { code_challenge: challenge }, name);
    forged.expects(new URL(begun.headers.get('location') ?? '').searchParams.get('nonce') ?? '');
    const finish = (other: object) =>
      redeem(tidings, acme.tenantId, 'a-code', verifier, { provider_name: name, ...other });
    expect((await finish(more)).body.error).toBe('invalid_grant');
    expect((await finish({})).status).toBe(200);
  });

  test('leads nowhere in another tenant, though both are configured alike', async () => {
    const name = await provider();
    const other = await createTenant(tidings, 'twin');
    await other.owner.mustCall('POST', '/oidc-configs', configOf(forged.is(name), name));
    await other.owner.mustCall('PATCH', '/tenant', { user_auto_provisioning_domains: ['acme.example'] });
    const { verifier, challenge } = newPkce();
    const begun = await authorize(tidings, acme.tenantId, { code_challenge: challenge }, name);
    forged.expects(new URL(begun.headers.get('location') ?? '').searchParams.get('nonce') ?? '');
    const foreign = await redeem(tidings, other.tenantId, 'a-code', verifier, { provider_name: name });
    expect(foreign.body.error).toBe('invalid_grant');
  });
});

describe('an id_token', () => {
  const now = () => Math.floor(Date.now() / 1_000);
  const wrong: readonly [string, Conduct][] = [
    ['for another audience', { claims: { aud: 'another client' } }],
    ['for us and others, issued to another', { claims: { aud: [CLIENT.client_id, 'other'], azp: 'other' } }],
    ['for us and others, issued to nobody', { claims: { aud: [CLIENT.client_id, 'other'] } }],
    ['of another issuer', { claims: { iss: 'https://login.acme.example' } }],
    ['of another provider at the same host', { claims: { iss: 'http://127.0.0.1/p1' } }],
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined as never } }],
    ['that has expired', { claims: { exp: now() - 120 } }],
    ['that never expires', { claims: { exp: undefined as never } }],
    ['that is not valid yet', { claims: { nbf: now() + 600 } }],
    ['without a subject', { claims: { sub: undefined as never } }],
    ['with an extension that must be understood', { header: { crit: ['b64'], b64: true } }],
    ['by an unknown key', { header: { kid: 'two' } }],
    ['that is missing', { token: (honest) => json({ ...honest, id_token: undefined }) }],
    ['that is a number', { token: (honest) => json({ ...honest, id_token: 7 }) }],
    ['cut short', { token: (honest) => json({ ...honest, id_token: String(honest.id_token).slice(0, -9) }) }],
    [
      'with alg none',
      { token: (honest) => json({ ...honest, id_token: unsigned(claimsIn(honest.id_token), { alg: 'none' }) }) },
    ],
    [
      'with alg NONE and a key id',
      {
        token: (honest) =>
          json({ ...honest, id_token: unsigned(claimsIn(honest.id_token), { alg: 'NONE', kid: 'one' }) }),
      },
    ],
    [
      'with RS256 and no signature',
      {
        token: (honest) =>
          json({ ...honest, id_token: unsigned(claimsIn(honest.id_token), { alg: 'RS256', kid: 'one' }) }),
      },
    ],
    [
      'with other claims than were signed',
      {
        token: (honest) => {
          const [header, , signature] = String(honest.id_token).split('.');
          const claims = { ...claimsIn(honest.id_token), email: 'olga@acme.example' };
          const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
          return json({ ...honest, id_token: `${header}.${payload}.${signature}` });
        },
      },
    ],
    [
      'signed by the key in its own header',
      {
        token: async (honest) => {
          const own = await generateKeyPair('RS256');
          const header = { jwk: { kty: 'RSA' }, jku: 'http://127.0.0.1/jwks' };
          return json({ ...honest, id_token: await forged.sign(claimsIn(honest.id_token), header, own.privateKey) });
        },
      },
    ],
    ...['the client secret', 'the public key'].map((what): [string, Conduct] => [
      `signed with HS256 by ${what}`,
      {
        token: async (honest) => {
          const secret = Buffer.from(what === 'the public key' ? forged.pem : CLIENT.client_secret);
          const id_token = await forged.sign(claimsIn(honest.id_token), { alg: 'HS256' }, secret as never);
          return json({ ...honest, id_token });
        },
      },
    ]),
    ['with an e-mail address that is unverified', { claims: { email_verified: false } }],
  ];
  test.each(wrong)('%s is an invalid grant', async (_, conduct) => {
    const { status, body } = await signIn(await provider(conduct));
    expect([status, body?.error, body?.code]).toEqual([400, 'invalid_grant', 'errors.grant.invalid']);
    for (const secret of [CLIENT.client_secret, 'a-code', 'ada@']) expect(JSON.stringify(body)).not.toContain(secret);
  });
});

test('keys of a provider that rotates them verify at once, and no more once they are removed', async () => {
  const name = await provider();
  expect((await signIn(name)).status).toBe(200);
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwks = json({ keys: [{ ...(await exportJWK(publicKey)), kid: 'two', use: 'sig', alg: 'RS256' }] });
  forged.is(name, { jwks });
  expect((await signIn(name)).body.error).toBe('invalid_grant');
  const token: Conduct['token'] = async (honest) =>
    json({ ...honest, id_token: await forged.sign(claimsIn(honest.id_token), { kid: 'two' }, privateKey) });
  forged.is(name, { jwks, token });
  expect((await signIn(name)).status).toBe(200);
});

describe('the token endpoint', () => {
  test('is told the client by basic authentication, the code and the verifier, and follows no redirect', async () => {
    const name = await provider();
    await signIn(name);
    const { headers, raw } = forged.received.findLast(({ path }) => path === `/${name}/token`)!;
    const credentials = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString();
    expect(decodeURIComponent(credentials.replaceAll('+', ' '))).toBe(`${CLIENT.client_id}:${CLIENT.client_secret}`);
    expect(Object.fromEntries(new URLSearchParams(raw))).toEqual({
      ...{ grant_type: 'authorization_code', code: 'a-code', redirect_uri: 'http://127.0.0.1:3000/callback' },
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test('that takes the secret in the body alone gets it there', async () => {
    const metadata = (honest: object) => ({ ...honest, token_endpoint_auth_methods_supported: ['client_secret_post'] });
    const name = await provider({ metadata });
    expect((await signIn(name)).status).toBe(200);
    const { headers, raw } = forged.received.findLast(({ path }) => path === `/${name}/token`)!;
    expect(headers.authorization).toBeUndefined();
    expect(new URLSearchParams(raw).get('client_secret')).toBe(CLIENT.client_secret);
  });

  test.each([
    ['invalid_grant', json({ error: 'invalid_grant' }, 400)],
    ['invalid_client', json({ error: 'invalid_client' }, 401)],
    ['a bare 403', 403],
    ['a type of token that is unknown', json({ access_token: 'x', token_type: 'mac', id_token: 'a.b.c' })],
  ])('that answers %s refuses', async (_, answer) => {
    const { status, body } = await signIn(await provider({ token: () => answer }));
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });
});

describe('userinfo', () => {
  const withoutEmail = { claims: { email: undefined as never } };

  test('is asked where the id_token has no e-mail address', async () => {
    expect((await signIn(await provider(withoutEmail))).status).toBe(200);
    const honest = await provider();
    await signIn(honest);
    expect(forged.received.some(({ path }) => path === `/${honest}/userinfo`)).toBe(false);
  });

  test('of another person is an invalid grant', async () => {
    const other = json({ sub: 'eve', email: 'olga@acme.example' });
    expect((await signIn(await provider({ ...withoutEmail, userinfo: other }))).body.error).toBe('invalid_grant');
  });

  test('that is not there leaves nobody to sign in', async () => {
    const metadata = (honest: object) => ({ ...honest, userinfo_endpoint: undefined });
    expect((await signIn(await provider({ ...withoutEmail, metadata }))).body.error).toBe('invalid_grant');
  });
});

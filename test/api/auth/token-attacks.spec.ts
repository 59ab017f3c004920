import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEYS, type Keys } from '../../../src/ports/identity/keys.js';
import { forgedToken, openedSegment, segment as part, signingKeyOf } from '../../fixtures/forged-tokens.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { refreshToken } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { oddly } from '../requests/odd-requests.js';

const ISSUER = 'http://127.0.0.1:3000';

let tidings: Tidings;
let acme: Tenant;
let privateKey: KeyObject;
let header: Record<string, unknown>;
let claims: Record<string, unknown>;
let publicPem: string;

/** Signed with any key, by default that of the service. */
const forged = (head: unknown, body: unknown, key: KeyObject = privateKey) => forgedToken(head, body, key);

const asked = (token: string, headers: Record<string, string> = {}) =>
  tidings.call('GET', '/users/me', { headers: { authorization: `Bearer ${token}`, ...headers } });

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
  privateKey = signingKeyOf(tidings);
  header = openedSegment(acme.owner.token, 0);
  claims = openedSegment(acme.owner.token, 1);
  publicPem = tidings.app.get<Keys>(KEYS).publicKey(String(header.kid)) ?? '';
});
afterAll(() => tidings.close());

const seconds = () => Math.floor(Date.now() / 1000);

test('the forger’s tools are sharp: what is as it should be is let in', async () => {
  expect((await asked(forged(header, claims))).status).toBe(200);
  expect((await asked(forged(header, { ...claims, exp: seconds() + 60 }))).status).toBe(200);
});

describe('a token that nobody signed, or somebody else did', () => {
  const head = (more: object) => ({ ...header, ...more });
  const hmac = (secret: string) => {
    const text = `${part(head({ alg: 'HS256' }))}.${part(claims)}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const strangerJwk = stranger.publicKey.export({ format: 'jwk' });

  const attacks: Readonly<Record<string, () => string>> = {
    'alg none without signature': () => `${part(head({ alg: 'none' }))}.${part(claims)}.`,
    'alg NONE with the old signature': () =>
      `${part(head({ alg: 'NONE' }))}.${part(claims)}.${acme.owner.token.split('.')[2]}`,
    'no alg': () => forged({ typ: 'at+jwt', kid: header.kid }, claims),
    'HS256 with the public key': () => hmac(publicPem),
    'HS256 with the public key, trimmed': () => hmac(publicPem.trim()),
    'HS256 with nothing': () => hmac(''),
    'another ES256 key': () => forged(header, claims, stranger.privateKey),
    'another key in the header': () => forged(head({ jwk: strangerJwk }), claims, stranger.privateKey),
    'another key by address': () => forged(head({ jku: 'http://127.0.0.1:1/jwks' }), claims, stranger.privateKey),
    'our key and a foreign address': () => forged(head({ x5u: 'http://127.0.0.1:1/' }), claims),
    'no kid': () => forged({ alg: 'ES256', typ: 'at+jwt' }, claims),
    'unknown kid': () => forged(head({ kid: 'other' }), claims),
    'kid of a path': () => forged(head({ kid: `../keys/${header.kid}` }), claims),
    'kid of SQL': () => forged(head({ kid: "' OR 1=1 --" }), claims),
    'kid of the prototype': () => forged(head({ kid: '__proto__' }), claims),
    'a list of kids': () => forged(head({ kid: [header.kid] }), claims),
    'crit unknown': () => forged(head({ crit: ['exp'] }), claims),
    'unencoded payload': () => forged(head({ b64: false, crit: ['b64'] }), claims),
    compressed: () => forged(head({ zip: 'DEF' }), claims),
    'claims changed': () => {
      const [h, , s] = acme.owner.token.split('.');
      return `${h}.${part({ ...claims, role: 'API_KEY' })}.${s}`;
    },
    'signature cut': () => acme.owner.token.slice(0, -4),
    'signature empty': () => acme.owner.token.slice(0, acme.owner.token.lastIndexOf('.') + 1),
    'signature of zeros': () =>
      `${acme.owner.token.slice(0, acme.owner.token.lastIndexOf('.'))}.${part('\0'.repeat(64))}`,
    'two segments': () => acme.owner.token.split('.').slice(0, 2).join('.'),
    'four segments': () => `${acme.owner.token}.x`,
    'five segments, as encrypted ones have': () => `${acme.owner.token}.x.y`,
    'an encrypted one': () => `${part({ alg: 'dir', enc: 'A256GCM' })}..${part('iv')}.${part(claims)}.${part('tag')}`,
    'a kid twice, the last unknown': () =>
      forged(`{"alg":"ES256","typ":"at+jwt","kid":"${header.kid}","kid":"other"}`, claims),
    'padding within': () => acme.owner.token.split('.').join('=.'),
    'other base64': () =>
      forged(header, { ...claims, more: '???>>>' })
        .replaceAll('_', '/')
        .replaceAll('-', '+'),
    'a claim changed by a second one': () => {
      const [h, , s] = acme.owner.token.split('.');
      return `${h}.${part(`${JSON.stringify(claims).slice(0, -1)},"role":"API_KEY"}`)}.${s}`;
    },
    'something behind it': () => `${acme.owner.token}=`,
    'header is no JSON': () => `x.${acme.owner.token.split('.').slice(1).join('.')}`,
    'header is null': () => `${part('null')}.${acme.owner.token.split('.').slice(1).join('.')}`,
    'very long': () => forged(header, { ...claims, more: 'x'.repeat(5_000) }),
    nothing: () => '',
  };
  test.each(Object.keys(attacks))('%s', async (name) => {
    const { status, body, headers } = await asked(attacks[name]?.() ?? '');
    expect(status).toBe(401);
    expect(body.code).toBe('errors.unauthenticated');
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });
});

describe('a token that we signed, but not for this', () => {
  const wrong: Readonly<Record<string, { header?: object; claims?: object }>> = {
    'typ of an id token': { header: { typ: 'JWT' } },
    'typ of a client auth key': { header: { typ: 'client-auth-key+jwt' } },
    'typ in capitals': { header: { typ: 'AT+JWT' } },
    'no typ': { header: { typ: undefined } },
    'another issuer': { claims: { iss: 'https://evil.example' } },
    'issuer with a slash': { claims: { iss: `${ISSUER}/` } },
    'no issuer': { claims: { iss: undefined } },
    'another audience': { claims: { aud: 'other' } },
    'a list of audiences': { claims: { aud: ['tidings', 'other'] } },
    'no audience': { claims: { aud: undefined } },
    'no end': { claims: { exp: undefined } },
    'end as text': { claims: { exp: '9999999999' } },
    'end far beyond': { claims: { exp: 1e99 } },
    'end with a fraction': { claims: { exp: 9_999_999_999.5 } },
    'made tomorrow': { claims: { iat: seconds() + 86_400 } },
    'made in two minutes': { claims: { iat: seconds() + 120 } },
    'good from tomorrow': { claims: { nbf: seconds() + 86_400 } },
    'of another sign-in': { claims: { sid: 'other' } },
    'of no sign-in': { claims: { sid: undefined } },
    'of another password': { claims: { pwd: 'other' } },
    'of another role': { claims: { role: 'USER' } },
    'of a machine': { claims: { role: 'API_KEY' } },
    'of a role there is none of': { claims: { role: 'ADMIN' } },
    'of nobody': { claims: { sub: '0190a0a0-0000-7000-8000-000000000001' } },
    'of another tenant': { claims: { tenant_id: '0190a0a0-0000-7000-8000-000000000001' } },
    'of a client without a conversation': { claims: { role: 'CLIENT_PARTICIPANT' } },
  };
  test.each(Object.keys(wrong))('%s', async (name) => {
    const { status, body } = await asked(
      forged({ ...header, ...wrong[name]?.header }, { ...claims, ...wrong[name]?.claims }),
    );
    expect(status).toBe(401);
    expect(body.code).toBe('errors.unauthenticated');
  });

  test('that has ended says so', async () => {
    const { status, body } = await asked(forged(header, { ...claims, exp: seconds() - 1 }));
    expect([status, body.code]).toEqual([401, 'errors.token.expired']);
  });
});

test('a claim twice counts by its last value alone', async () => {
  const stranger = '0190a0a0-0000-7000-8000-000000000001';
  const text = JSON.stringify(claims);
  expect((await asked(forged(header, `${text.slice(0, -1)},"sub":"${stranger}"}`))).status).toBe(401);
  const own = await asked(forged(header, `{"sub":"${stranger}",${text.slice(1)}`));
  expect([own.status, own.body.id]).toEqual([200, claims.sub]);
});

test('a token of 1 MB is refused before it is read', async () => {
  const authorization = `Bearer ${'a'.repeat(1_048_576)}`;
  const { status } = await oddly(tidings.url, 'GET', '/api/v1/users/me', { authorization });
  expect(status).toBe(431);
  const refreshed = await refreshToken(tidings, acme.tenantId, 'a'.repeat(1_048_576));
  expect([400, 413]).toContain(refreshed.status);
});

test('a token that was let in is not let in once it has ended', async () => {
  const token = forged(header, { ...claims, exp: seconds() + 2 });
  expect((await asked(token)).status).toBe(200);
  await expect.poll(async () => (await asked(token)).body.code, { timeout: 5_000 }).toBe('errors.token.expired');
});

describe('where a token may stand', () => {
  test.each([
    ['Basic b2xnYTp4', 401],
    ['bearer', 401],
    ['', 401],
  ])('authorization %j', async (authorization, status) =>
    expect((await tidings.call('GET', '/users/me', { headers: { authorization } })).status).toBe(status),
  );
  test('the scheme’s case does not count', async () =>
    expect(
      (await tidings.call('GET', '/users/me', { headers: { authorization: `bEARER ${acme.owner.token}` } })).status,
    ).toBe(200));
  test('never in the query', async () =>
    expect((await tidings.call('GET', `/users/me?access_token=${acme.owner.token}`)).status).toBe(401));
  test('in one Authorization header', async () => {
    const authorization = [`Bearer ${acme.owner.token}`, `Bearer ${(await acme.user('second')).token}`];
    for (const headers of [authorization, [...authorization].reverse(), [authorization[0], authorization[0]]]) {
      const { status, body } = await oddly(tidings.url, 'GET', '/api/v1/users/me', {
        authorization: headers as string[],
      });
      expect([status, body.code]).toEqual([400, 'errors.credentials.ambiguous']);
    }
  });
  test('two credentials of one principal are one', async () => {
    const { token: key } = await acme.apiKey();
    const headers = { 'x-api-key': key, authorization: `Bearer ${key}` };
    expect((await tidings.call('GET', '/users', { headers })).status).toBe(200);
  });
  test('of two principals are refused, whoever they are', async () => {
    const { token: key } = await acme.apiKey();
    const { status, body } = await asked(acme.owner.token, { 'x-api-key': key });
    expect([status, body.code]).toEqual([400, 'errors.credentials.ambiguous']);
    expect((await asked(acme.owner.token, { 'x-api-key': `${key}x` })).status).toBe(401);
  });
});

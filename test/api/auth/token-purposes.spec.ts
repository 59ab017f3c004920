import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchangeForeign, FOREIGN_TOKEN, REACHES_LOOPBACK } from '../../fixtures/identity-provider.js';
import { authorize, configOf, newPkce, PROVIDER, redeem } from '../../fixtures/oidc.js';
import { ORIGIN, registerPasskey, signInOptions, verifySignIn } from '../../fixtures/passkeys.js';
import { tokenSentTo } from '../../fixtures/password-mails.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { authKeyOf, exchangeKey, PASSWORD, refreshToken } from '../../fixtures/tokens.js';
import { type Listener, listenAs, listenerOf, refusal } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';
import type { Authenticator } from '../../support/authenticator.js';
import { aForgedProvider, type Conduct, type ForgedProvider, json } from '../../support/servers/forged-provider.js';
import { CLIENT } from '../../support/servers/oidc-provider.js';

const kinds = [
  'access token',
  'id token',
  'refresh token',
  'reset token',
  'invitation token',
  'client auth key',
  'access token of a client',
  'API key',
  'webhook secret',
  'authorization code',
  'access token of the provider',
  'id token of the provider',
  'passkey challenge',
] as const;
type Kind = (typeof kinds)[number];

let tidings: Tidings;
let acme: Tenant;
let socket: Listener;
let provider: ForgedProvider;
let phone: Authenticator;
const tokens = {} as Record<Kind, string>;
const emails: Partial<Record<Kind, string>> = {};

const CODE = 'an-authorization-code-of-the-provider';
const isOf = (raw: string) => new URLSearchParams(raw).get('code') === CODE;
const strict: Conduct = {
  token: (honest, { raw }) => (isOf(raw) ? json(honest) : json({ error: 'invalid_grant' }, 400)),
  userinfo: (response, received) => {
    const isKnown = received.headers.authorization === `Bearer ${FOREIGN_TOKEN}`;
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    response.end('{"sub":"ada","email":"ada@acme.example","email_verified":true}');
  },
};

beforeAll(async () => {
  tidings = await startTidings({ ...REACHES_LOOPBACK, RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'acme');
  const { owner, tenantId } = acme;
  const ben = await acme.user('ben');
  const { participants } = await acme.conversationWithClient('c1');
  const invited = 'invited@acme.example';
  await owner.mustCall('POST', '/users', { email: invited });
  await tidings.call('POST', `/auth/${tenantId}/password-reset`, { body: { email: ben.email } });
  tokens['access token'] = owner.token;
  tokens['id token'] = owner.idToken;
  tokens['refresh token'] = owner.refreshToken;
  tokens['reset token'] = await tokenSentTo(tidings, ben.email);
  tokens['invitation token'] = await tokenSentTo(tidings, invited);
  tokens['client auth key'] = authKeyOf((await owner.mustCall('GET', `${participants}/client/client-url`)).body.url);
  tokens['access token of a client'] = (await acme.client('c1')).token;
  tokens['API key'] = (await acme.apiKey()).token;
  const hook = { endpoint_url: 'http://hooks.invalid/' };
  tokens['webhook secret'] = (await owner.mustCall('PUT', '/webhook-settings', hook)).body.secret;
  emails['invitation token'] = invited;
  emails['reset token'] = ben.email;
  socket = await listenerOf(owner);
  await signsInByProvider();
  phone = await registerPasskey(ben, tenantId);
  tokens['passkey challenge'] = (await signInOptions(tidings, tenantId)).body.challenge;
}, 60_000);
afterAll(async () => {
  socket.close();
  await provider.close();
  await tidings.close();
});

/** Configures the provider for both ways to sign in by it. */
async function signsInByProvider(): Promise<void> {
  provider = await aForgedProvider();
  const issuer = provider.is(PROVIDER, strict);
  await acme.owner.mustCall('POST', '/oidc-configs', configOf(issuer));
  const settings = {
    token_exchange_userinfo_url: `${issuer}/userinfo`,
    user_auto_provisioning_domains: ['acme.example'],
  };
  await acme.owner.mustCall('PATCH', '/tenant', settings);
  tokens['authorization code'] = CODE;
  tokens['access token of the provider'] = FOREIGN_TOKEN;
  tokens['id token of the provider'] = await provider.sign({ iss: issuer, aud: CLIENT.client_id, sub: 'ada' });
}

const read = async (headers: Readonly<Record<string, string>>) =>
  (await tidings.call('GET', '/conversations/c1', { headers })).status < 300;

async function connects(token: string): Promise<boolean> {
  const listener = await listenAs(tidings.url, token).catch(() => undefined);
  listener?.close();
  return listener !== undefined;
}

const setPassword = async (token: string, kind: Kind) => {
  const body = { email: emails[kind] ?? 'ben@acme.example', password: PASSWORD, token };
  return (await tidings.call('POST', `/auth/${acme.tenantId}/password-reset/set`, { body })).status === 204;
};

async function redeems(code: string): Promise<boolean> {
  const { verifier, challenge } = newPkce();
  const begun = await authorize(tidings, acme.tenantId, { code_challenge: challenge });
  provider.expects(new URL(begun.headers.get('location') ?? '').searchParams.get('nonce') ?? '');
  return (await redeem(tidings, acme.tenantId, code, verifier)).status === 200;
}

/** Each place that takes a credential, the kinds it takes, and the request; true where it was let in. */
const places: Readonly<Record<string, readonly [readonly Kind[], (text: string, kind: Kind) => Promise<boolean>]>> = {
  'bearer header': [
    ['access token', 'access token of a client', 'API key'],
    (text) => read({ authorization: `Bearer ${text}` }),
  ],
  'X-API-KEY header': [['API key'], (text) => read({ 'x-api-key': text })],
  'socket handshake': [['access token', 'access token of a client', 'API key'], connects],
  'X-API-KEY of a handshake': [
    ['API key'],
    async (text) =>
      (await refusal(tidings.url, { extraHeaders: { 'x-api-key': text } }).catch(() => undefined)) === undefined,
  ],
  'AUTHENTICATE of the owner': [['access token'], async (token) => (await socket.ask('AUTHENTICATE', { token })).ok],
  'token exchange': [
    ['client auth key'],
    async (text) => (await exchangeKey(tidings, acme.tenantId, text)).status === 200,
  ],
  'token exchange of an access token': [
    ['access token of the provider'],
    async (text) => (await exchangeForeign(tidings, acme, text)).status === 200,
  ],
  'authorization code grant': [['authorization code'], redeems],
  'sign-in with a passkey': [
    ['passkey challenge'],
    async (challenge) =>
      (await verifySignIn(tidings, acme.tenantId, phone.signIn({ challenge }, { origin: ORIGIN }))).status === 200,
  ],
  'setting a password': [['reset token', 'invitation token'], setPassword],
  'refresh grant': [
    ['refresh token'],
    async (text) => (await refreshToken(tidings, acme.tenantId, text)).status === 200,
  ],
};

const cells = Object.keys(places).flatMap((place) => kinds.map((kind) => [place, kind] as const));

test.each(cells)('%s: %s', async (place, kind) => {
  const [taken, isLetIn] = places[place] ?? [];
  expect(tokens[kind].length).toBeGreaterThan(20);
  expect(await isLetIn?.(tokens[kind], kind)).toBe(taken?.includes(kind));
});

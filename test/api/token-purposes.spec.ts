import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenSentTo } from '../fixtures/password-mails.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { authKeyOf, exchangeKey, PASSWORD, refreshToken } from '../fixtures/tokens.js';
import { type Listener, listenAs, listenerOf, refusal } from '../realtime/listener.js';
import { startTidings, type Tidings } from '../support/api.js';

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
] as const;
type Kind = (typeof kinds)[number];

let tidings: Tidings;
let acme: Tenant;
let socket: Listener;
const tokens = {} as Record<Kind, string>;
const emails: Partial<Record<Kind, string>> = {};

beforeAll(async () => {
  tidings = await startTidings();
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
}, 60_000);
afterAll(async () => {
  socket.close();
  await tidings.close();
});

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

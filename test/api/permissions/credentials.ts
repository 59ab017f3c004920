import { createHmac, generateKeyPairSync } from 'node:crypto';
import { KEYS, type Keys } from '../../../src/ports/identity/keys.js';
import { forgedToken, openedSegment, segment, signingKeyOf } from '../../fixtures/forged-tokens.js';
import { tokenSentTo } from '../../fixtures/password-mails.js';
import { authKeyOf, claimsOf } from '../../fixtures/tokens.js';
import type { RoleCaller, World } from '../../fixtures/world.js';
import type { Tidings } from '../../support/api.js';
import { until } from '../../support/until.js';

type Headers = Readonly<Record<string, string>>;

/** A credential that no call takes, and the answer to it. */
export interface InvalidCredential {
  readonly name: string;
  readonly headers: Headers;
  readonly status: 400 | 401;
  readonly code: string;
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const key = (token: string): Headers => ({ 'x-api-key': token });

/** Tokens that are made of an owner's, by name. */
function forgeries(tidings: Tidings, token: string): Readonly<Record<string, Headers>> {
  const [head = '', body = '', signature = ''] = token.split('.');
  const [header, claims] = [openedSegment(token, 0), openedSegment(token, 1)];
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const signed = (changed: object) => bearer(forgedToken(header, { ...claims, ...changed }, signingKeyOf(tidings)));
  const publicPem = tidings.app.get<Keys>(KEYS).publicKey(header.kid) ?? '';
  const hmacText = `${segment({ ...header, alg: 'HS256' })}.${body}`;
  const none = segment({ ...header, alg: 'none' });
  return {
    'forged: another key': bearer(forgedToken(header, claims, stranger)),
    'forged: alg none': bearer(`${none}.${body}.`),
    'forged: alg none with a signature': bearer(`${none}.${body}.${signature}`),
    'forged: HS256 with the public key': bearer(
      `${hmacText}.${createHmac('sha256', publicPem).update(hmacText).digest('base64url')}`,
    ),
    'forged: other claims': bearer(`${head}.${segment({ ...claims, jti: 'x' })}.${signature}`),
    'signed: another issuer': signed({ iss: 'https://evil.example' }),
    'signed: another audience': signed({ aud: claims.tenant_id }),
    'signed: another tenant': signed({ tenant_id: '0190a0a0-0000-7000-8000-000000000001' }),
    'signed: another role': signed({ role: 'USER' }),
  };
}

/** A token that expired a minute ago. */
function expiredToken(tidings: Tidings, token: string): string {
  const past = Math.floor(Date.now() / 1000) - 60;
  const claims = { ...openedSegment(token, 1), iat: past - 900, exp: past };
  return forgedToken(openedSegment(token, 0), claims, signingKeyOf(tidings));
}

/** Credentials of principals that are gone or changed. */
async function ended(world: World): Promise<Readonly<Record<string, Headers>>> {
  const { owner, ids } = world;
  const goneKey = await world.newKey();
  await owner.mustCall('DELETE', `/api-keys/${goneKey.id}`);
  const goneUser = await world.newUser();
  await owner.mustCall('DELETE', `/users/${goneUser.id}`);
  const signedOut = await world.newUser();
  await signedOut.mustCall('DELETE', `/users/me/sessions/${claimsOf(signedOut.token).sid}`);
  const promoted = await world.newUser();
  await owner.mustCall('PATCH', `/users/${promoted.id}`, { role: 'OWNER' });
  await owner.mustCall('PATCH', `/users/${promoted.id}`, { role: 'USER' });
  const gone = await world.clientOf(ids.open, ids.gone);
  await owner.mustCall('DELETE', `/conversations/${ids.open}/participants/${ids.gone}`);
  return {
    'deleted API key': key(goneKey.token),
    'deleted API key as bearer': bearer(goneKey.token),
    'token of a deleted user': bearer(goneUser.token),
    'token of an ended session': bearer(signedOut.token),
    'token from before a change of the role': bearer(promoted.token),
    'token of a removed client': gone.headers,
  };
}

/** Tokens and secrets of other purposes. */
async function otherPurposes(tidings: Tidings, world: World): Promise<Readonly<Record<string, Headers>>> {
  const { owner, ids, tenantId, fresh } = world;
  const user = await world.newUser();
  await tidings.call('POST', `/auth/${tenantId}/password-reset`, { body: { email: user.email } });
  const invited = `${fresh('invited')}@acme.example`;
  await owner.mustCall('POST', '/users', { email: invited });
  const link = await owner.mustCall('GET', `/conversations/${ids.open}/participants/${ids.client}/client-url`);
  const hook = await owner.mustCall('PUT', '/webhook-settings', { endpoint_url: 'http://hooks.invalid/' });
  return {
    'refresh token': bearer(world.refreshToken),
    'refresh token as API key': key(world.refreshToken),
    'id token': bearer(user.idToken),
    'reset token': bearer(await tokenSentTo(tidings, user.email)),
    'invitation token': bearer(await tokenSentTo(tidings, invited)),
    'client auth key': bearer(authKeyOf(link.body.url)),
    'webhook secret as API key': key(hook.body.secret),
    'access token as API key': key(user.token),
  };
}

async function expiredKey(world: World): Promise<string> {
  const soon = new Date(Date.now() + 1_500).toISOString();
  const { body } = await world.owner.mustCall('POST', '/api-keys', { name: 'Brief', expires_at: soon });
  const read = () => world.owner.service.call('GET', '/api-keys', { headers: key(body.api_key) });
  await until(async () => (await read()).status === 401);
  return body.api_key;
}

/** Credentials that no call of the world's tenant takes. */
export async function invalidCredentials(tidings: Tidings, world: World): Promise<readonly InvalidCredential[]> {
  const { owner, apiKey } = world;
  const refused = (code: string, status: 400 | 401, found: Readonly<Record<string, Headers>>) =>
    Object.entries(found).map(([name, headers]) => ({ name, headers, status, code }));
  return [
    ...refused('errors.unauthenticated', 401, {
      none: {},
      'malformed: empty': { authorization: '' },
      'malformed: no token': { authorization: 'Bearer ' },
      'malformed: Basic': { authorization: `Basic ${Buffer.from('olga@acme.example:x').toString('base64')}` },
      'malformed: text': bearer('open-sesame'),
      'malformed: three parts': bearer('a.b.c'),
      'malformed: API key': key('tdg_nothing'),
      ...forgeries(tidings, owner.token),
      ...(await otherPurposes(tidings, world)),
      ...(await ended(world)),
    }),
    ...refused('errors.token.expired', 401, {
      'expired token': bearer(expiredToken(tidings, owner.token)),
      'expired API key': key(await expiredKey(world)),
    }),
    ...refused('errors.credentials.ambiguous', 400, { 'two principals': { ...owner.headers, ...apiKey.headers } }),
  ];
}

/** The valid credentials of a world, by name. */
export const roleCredentials = ({
  owner,
  user,
  apiKey,
  keyAsBearer,
  client,
}: World): Readonly<Record<string, RoleCaller>> => ({
  OWNER: owner,
  USER: user,
  API_KEY: apiKey,
  'API_KEY as bearer': keyAsBearer,
  CLIENT_PARTICIPANT: client,
});

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { join } from 'node:path';
import { keyFilesIn } from '../../src/adapters/file-keys/key-files.js';
import { masterKeyIn } from '../../src/adapters/file-keys/master-key.js';
import type { World } from '../fixtures/world.js';
import type { Tidings } from '../support/api.js';

type Headers = Readonly<Record<string, string>>;
type Impostor = readonly [what: string, headers: Headers, status: number, code: string];

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const opened = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

function signed(header: object, claims: object, key: KeyObject): string {
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

/** Invalid credentials and the expected answer to each; most are derived from an owner's. */
export async function impostors(tidings: Tidings, world: World): Promise<readonly Impostor[]> {
  const [head = '', body = '', signature = ''] = String(world.owner.headers.authorization).slice(7).split('.');
  const files = keyFilesIn(join(tidings.dataDir, 'keys'), masterKeyIn(tidings.dataDir, undefined));
  const ours = files.all()[0]?.privateKey as KeyObject;
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const past = Math.floor(Date.now() / 1000) - 60;
  const expired = signed(opened(head), { ...opened(body), iat: past - 900, exp: past }, ours);
  const goneKey = await world.newKey();
  await world.owner.mustCall('DELETE', `/api-keys/${goneKey.id}`);
  const goneUser = await world.newUser();
  await world.owner.mustCall('DELETE', `/users/${goneUser.id}`);
  const gone = await world.clientOf(world.ids.open, world.ids.gone);
  await world.owner.mustCall('DELETE', `/conversations/${world.ids.open}/participants/${world.ids.gone}`);

  const denied = (what: string, headers: Headers): Impostor => [what, headers, 401, 'errors.unauthenticated'];
  return [
    denied('nothing', {}),
    ['an expired token', bearer(expired), 401, 'errors.token.expired'],
    denied('a token that somebody else signed', bearer(signed(opened(head), opened(body), stranger))),
    denied('a token of alg none', bearer(`${part({ ...opened(head), alg: 'none' })}.${body}.`)),
    denied(
      'a token of alg none with a signature',
      bearer(`${part({ ...opened(head), alg: 'none' })}.${body}.${signature}`),
    ),
    denied('a refresh token', bearer(world.refreshToken)),
    denied('a refresh token as API key', { 'x-api-key': world.refreshToken }),
    denied('an access token as API key', { 'x-api-key': `${head}.${body}.${signature}` }),
    denied('a deleted API key', { 'x-api-key': goneKey.token }),
    denied('a deleted API key as bearer', bearer(goneKey.token)),
    denied('the token of a deleted user', bearer(goneUser.token)),
    denied('the token of a removed client', gone.headers),
    denied('a password', { authorization: `Basic ${Buffer.from('olga@acme.example:x').toString('base64')}` }),
    ['two principals', { ...world.owner.headers, ...world.apiKey.headers }, 400, 'errors.credentials.ambiguous'],
  ];
}

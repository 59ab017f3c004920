import { createHash } from 'node:crypto';
import type { Caller } from '../../fixtures/caller.js';
import { registerPasskey } from '../../fixtures/passkeys.js';
import { createUser, type SignedIn } from '../../fixtures/people.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { PASSWORD, signIn } from '../../fixtures/tokens.js';
import { Authenticator } from '../../support/authenticator.js';
import type { Member } from '../../support/processes/fleet.js';
import type { Receiver } from '../../support/servers/webhook-receiver.js';
import { until } from '../../support/until.js';
import { plantConversations } from './plant-conversations.js';
import type { Canaries } from './search.js';

export interface Stage {
  readonly service: Member;
  readonly receiver: Receiver;
}

/** A word that nothing else contains. */
export const word = (name: string): string => `kanari${name}q7x`;
export const address = (name: string): string => `${word(name)}@acme.example`;

/** Digests that everyone can make of a guessed text. */
export function bareDigests(...texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => {
    const digest = createHash('sha256').update(text).digest();
    return [digest.toString('hex'), digest.toString('base64').slice(0, 42), digest.toString('base64url').slice(0, 42)];
  });
}

const keyed = (name: string) => ({ 'idempotency-key': word(`key${name}`) });
const DOMAIN = 'acme.example';

/** Users by every way in which one comes: sign-up, creation, invitation and another service. */
async function plantUsers({ service, receiver }: Stage, { owner, tenantId }: Tenant) {
  const password = `${word('password')} of a user`;
  const names = { firstname: word('firstname'), lastname: word('lastname') };
  const made = { email: address('user'), password, ...names };
  const user = (await owner.mustCall('POST', '/users', made, keyed('user'))).body;
  await owner.call('POST', '/users', { ...made, email: made.email.toUpperCase() });
  await owner.mustCall('POST', '/users', { email: address('invited') });
  await signIn(service, tenantId, made.email, `${word('wrong')} password`);
  await signIn(service, tenantId, address('stranger'));
  await service.call('POST', `/auth/${tenantId}/password-reset`, { body: { email: address('stranger') } });
  await service.call('POST', `/auth/${tenantId}/password-reset`, { body: { email: made.email } });
  const browser = { 'user-agent': word('browser'), 'x-request-id': word('request') };
  await service.call('POST', `/auth/${tenantId}/oauth2/token`, {
    raw: new URLSearchParams({ grant_type: 'password', username: made.email, password }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...browser },
  });
  await owner.mustCall('PATCH', `/users/${user.id}`, { firstname: word('renamed'), email: address('moved') });
  const deleted = (await owner.mustCall('POST', '/users', { email: address('deleted'), password })).body;
  await owner.mustCall('DELETE', `/users/${deleted.id}`);

  const person = { sub: word('subject'), email: address('provisioned'), given_name: word('given') };
  receiver.answers(() => (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...person, email_verified: true, family_name: word('family') }));
  });
  const userinfo = receiver.url.replace('/hook', '/userinfo');
  await owner.mustCall('PATCH', '/tenant', {
    token_exchange_userinfo_url: userinfo,
    user_auto_provisioning_domains: [DOMAIN],
  });
  const exchange = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    subject_token: word('foreigntoken'),
  };
  const { status, text } = await service.call('POST', `/auth/${tenantId}/oauth2/token`, {
    raw: new URLSearchParams(exchange).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  if (status !== 200) throw new Error(`The exchange failed: ${status} ${text}`);
  const emails = ['user', 'invited', 'moved', 'deleted', 'provisioned'].map(address);
  const identity = JSON.stringify([userinfo, word('subject')]);
  const canaries: Canaries = {
    'e-mail of a user': emails,
    'e-mail of a stranger': [address('stranger')],
    'bare digest of an e-mail address': bareDigests(...emails, address('stranger'), 'olga@acme.example'),
    'bare digest of a foreign identity': bareDigests(identity),
    'name of a user': [...Object.values(names), word('renamed'), word('given'), word('family')],
    'id at another service': [word('subject'), word('foreigntoken')],
    'password of a user': [word('password'), word('wrong')],
    'browser of a sign-in': [word('browser')],
    'request id': [word('request')],
  };
  return { canaries, userId: String(user.id) };
}

async function plantCredentials(owner: SignedIn, tenantId: string): Promise<Canaries> {
  await owner.mustCall('POST', '/api-keys', { name: word('apikey') }, keyed('apikey'));
  const oidc = { authority_url: 'https://login.invalid/', client_id: 'c', client_secret: `${word('oidc')} secret` };
  await owner.mustCall('POST', '/oidc-configs', { ...oidc, provider_name: 'login' }, keyed('oidc'));
  const sms = { account_sid: 'AC12', account_auth_token: `${word('sms')} token`, phone_number: '+49305557310907' };
  await owner.mustCall('PUT', '/sms/twilio/settings', sms);
  const user = await createUser(owner, tenantId, 'passkey-holder');
  const authenticator = new Authenticator();
  await registerPasskey(user, tenantId, authenticator);
  return {
    'name of an API key': [word('apikey')],
    'secret of a provider': [word('oidc'), word('sms')],
    'own telephone number': ['49305557310907'],
  };
}

/** Canaries of what can be erased. */
export interface Planted {
  readonly canaries: Canaries;
  readonly owner: SignedIn;
  /** The user whose names, addresses and passwords are canaries. */
  readonly userId: string;
}

/** A tenant whose every personal value is a canary of its own. */
export async function plant(stage: Stage): Promise<Planted> {
  const { service, receiver } = stage;
  const signUp = {
    tenant_name: word('tenant'),
    user_password: PASSWORD,
    user_firstname: word('ownerfirst'),
    user_lastname: word('ownerlast'),
  };
  const tenant = await createTenant(service, 'acme', { signUp });
  const { owner, tenantId } = tenant;
  const { userId, ...users } = await plantUsers(stage, tenant);
  receiver.answers(() => (response) => response.writeHead(500).end(`the endpoint says ${word('endpoint')}`));
  const conversations = await plantConversations(stage, tenant);
  const credentials = await plantCredentials(owner, tenantId);
  await settled(owner);
  const canaries = {
    ...users.canaries,
    ...credentials,
    ...conversations,
    'e-mail of an owner': ['olga@acme.example', 'Olga@acme.example'],
    'name of an owner': [word('ownerfirst'), word('ownerlast')],
    'name of a tenant': [word('tenant')],
    'password of an owner': [PASSWORD],
    'Idempotency-Key': ['user', 'apikey', 'oidc', 'conversation', 'message'].map((name) => word(`key${name}`)),
    'answer of an endpoint': [word('endpoint')],
  };
  return { canaries, owner, userId };
}

/** The endpoint was called, and what it answered is kept. */
async function settled(owner: Caller): Promise<void> {
  const deliveries = async () => (await owner.mustCall('GET', '/webhooks/deliveries?limit=1000')).body.deliveries;
  const tried = (all: readonly { readonly attempts: readonly unknown[] }[]) =>
    all.filter(({ attempts }) => attempts.length > 0).length >= 3;
  await until(deliveries, tried, 30_000);
}

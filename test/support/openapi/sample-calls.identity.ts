import { requestEmail } from '../../fixtures/emails.js';
import { CALLBACK, configOf, newPkce } from '../../fixtures/oidc.js';
import { tokenSentTo } from '../../fixtures/password-mails.js';
import type { SignedIn } from '../../fixtures/people.js';
import { signUpBody } from '../../fixtures/tenant.js';
import { claimsOf, form, OWNER_EMAIL, PASSWORD, signIn } from '../../fixtures/tokens.js';
import type { RoleCaller, World } from '../../fixtures/world.js';
import type { Tidings } from '../api.js';
import { discoveryStub } from '../servers/discovery-stub.js';
import { json, type Make } from './sample-call.js';

/** The address of a user; of the owner where there is none. */
const emailOf = (who: RoleCaller): string => (who.role === 'USER' ? (who as RoleCaller & SignedIn).email : OWNER_EMAIL);

/** Of the caller, where the caller reaches no other user; else of the owner, so that a USER can create its own. */
const ownPreferences = ({ owner }: World, { role, id }: RoleCaller) =>
  `/users/${role === 'USER' ? id : owner.id}/preferences`;

/** Sign-in, sign-up, users and API keys. */
export const identityCalls: Readonly<Record<string, Make>> = {
  auth_token: ({ tenantId }) => ({
    path: `/auth/${tenantId}/oauth2/token`,
    ask: form({ grant_type: 'password', username: 'olga@acme.example', password: PASSWORD }),
  }),
  auth_authorize: async ({ tenantId, owner, name }) => {
    const provider_name = `${name}-stub`;
    const path = `/auth/${tenantId}/oidc/${provider_name}/authorize`;
    const found = await owner.call('GET', `/oidc-configs/${provider_name}`);
    // Of several samples at once one creates it.
    if (found.status === 404) await owner.call('POST', '/oidc-configs', configOf(await discoveryStub(), provider_name));
    const query = { redirect_uri: CALLBACK, state: 'a state', code_challenge: newPkce().challenge };
    return { path: `${path}?${new URLSearchParams(query)}` };
  },
  auth_options: ({ tenantId }) => ({ path: `/auth/${tenantId}/options?email=olga@acme.example` }),
  password_reset: ({ tenantId, fresh }) =>
    json(`/auth/${tenantId}/password-reset`, { email: `${fresh('reset')}@acme.example` }),
  password_set: async ({ tenantId, owner, newUser }) => {
    const { email } = await newUser();
    await owner.service.call('POST', `/auth/${tenantId}/password-reset`, { body: { email } });
    const token = await tokenSentTo(owner.service as Tidings, email);
    return json(`/auth/${tenantId}/password-reset/set`, { email, password: PASSWORD, token });
  },
  /** The same password, so that no session ends. */
  password_change: () => json('/users/me/password', { current_password: PASSWORD, password: PASSWORD }),
  email_confirm: async ({ tenantId, owner, newUser, fresh }) => {
    const { id } = await newUser();
    const token = await requestEmail(owner.service as Tidings, owner, id, `${fresh('moved')}@acme.example`);
    return json(`/auth/${tenantId}/email/confirm`, { token });
  },
  session_list: () => ({ path: '/users/me/sessions' }),
  session_delete: async ({ tenantId, owner }, who) => {
    const { body } = await signIn(owner.service, tenantId, emailOf(who));
    return { path: `/users/me/sessions/${claimsOf(body.access_token).sid}` };
  },
  signup_tenant: ({ fresh }) => json('/signup', signUpBody(fresh('s').slice(-20))),

  user_list: () => ({ path: '/users' }),
  user_create: ({ fresh }) => json('/users', { email: `${fresh('new')}@acme.example`, password: PASSWORD }),
  user_me: () => ({ path: '/users/me' }),
  user_read: ({ ids }) => ({ path: `/users/${ids.user}` }),
  user_change: ({ ids }, who) => json(`/users/${who.role === 'USER' ? who.id : ids.user}`, { firstname: 'Anna' }),
  user_invite: async ({ owner, fresh }) => {
    const { body } = await owner.mustCall('POST', '/users', { email: `${fresh('invited')}@acme.example` });
    return { path: `/users/${body.id}/invitation` };
  },
  user_delete: async ({ newUser }) => ({ path: `/users/${(await newUser()).id}` }),
  /** Before any other call makes the preferences of a USER. */
  user_preference_create: async (world, who) => {
    if (who.role === 'USER') return json(ownPreferences(world, who), {});
    return json(`/users/${(await world.newUser()).id}/preferences`, { preferred_language: 'EN' });
  },
  user_preference_read: async (world, who) => {
    const path = ownPreferences(world, who);
    await world.owner.mustCall('PUT', path, { preferred_language: 'DE' });
    return { path };
  },
  user_preference_replace: (world, who) => json(ownPreferences(world, who), { preferred_language: 'EN' }),
  api_key_list: () => ({ path: '/api-keys' }),
  api_key_create: () => json('/api-keys', { name: 'New' }),
  api_key_change: ({ ids }) => json(`/api-keys/${ids.key}`, { name: 'Renamed' }),
  api_key_delete: async ({ newKey }) => ({ path: `/api-keys/${(await newKey()).id}` }),
};

import type { Policy } from '../../../src/catalogue/permissions/policies.js';
import type { Role } from '../../../src/catalogue/permissions/roles.js';
import type { RoleCaller, World } from '../../fixtures/world.js';
import { listenerOf } from '../../realtime/listener.js';
import type { Answer } from '../../support/api.js';

/** Code of the refusal, `ok` without one. */
type Outcome = string;

interface PolicyRequest {
  /** Roles with the right, copied by hand from section 2 of the contract. */
  readonly roles: readonly Role[];
  /** Roles that reach the decision. Default: all. */
  readonly tried?: readonly Role[];
  readonly refusal: string;
  readonly send: (world: World, who: RoleCaller) => Promise<Outcome>;
}

const ADMINS: readonly Role[] = ['OWNER', 'API_KEY'];
const STAFF: readonly Role[] = ['OWNER', 'API_KEY', 'USER'];
const USERS: readonly Role[] = ['OWNER', 'USER'];

const outcome = ({ status, body }: Answer): Outcome => (status < 300 ? 'ok' : body.code);
const inHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** A new conversation with the client `client` and a user that is none of the callers. */
async function conversationOf({ fresh, ids, owner, newUser }: World) {
  const [id, user] = [fresh('own'), await newUser()];
  const participants = [
    { id: 'client', kind: 'CLIENT', display_name: 'Client' },
    { id: 'agent', kind: 'USER', user_id: user.id },
  ];
  await owner.mustCall('POST', '/conversations', { id, conversation_type_id: ids.type, participants });
  return { path: `/conversations/${id}`, user };
}

const lock = (locked_by?: string) => ({ lock_expires_at: inHour(), ...(locked_by ? { locked_by } : {}) });
const text = (participant_id?: string) => ({ kind: 'TEXT', text: 'hi', ...(participant_id ? { participant_id } : {}) });
const open = ({ ids }: World) => `/conversations/${ids.open}`;

/** For each policy a request that it alone decides. */
export const policyRequests: Readonly<Record<Policy, PolicyRequest>> = {
  'user.change-another': {
    roles: ADMINS,
    tried: STAFF,
    refusal: 'errors.forbidden',
    send: async ({ newUser }, who) =>
      outcome(await who.call('PATCH', `/users/${(await newUser()).id}`, { firstname: 'Anna' })),
  },
  'user.change-sign-in': {
    roles: ADMINS,
    tried: STAFF,
    refusal: 'errors.forbidden',
    send: async ({ newUser, fresh }, who) => {
      const id = who.role === 'USER' ? who.id : (await newUser()).id;
      return outcome(await who.call('PATCH', `/users/${id}`, { email: `${fresh('mail')}@acme.example` }));
    },
  },
  'user.export-another': {
    roles: ADMINS,
    tried: STAFF,
    refusal: 'errors.forbidden',
    send: async ({ newUser }, who) => outcome(await who.call('GET', `/users/${(await newUser()).id}/export`)),
  },
  'user-preference.of-another': {
    roles: ADMINS,
    tried: STAFF,
    refusal: 'errors.forbidden',
    send: async ({ newUser }, who) =>
      outcome(await who.call('PUT', `/users/${(await newUser()).id}/preferences`, { preferred_language: 'EN' })),
  },
  'conversation.reach-any': {
    roles: STAFF,
    refusal: 'errors.conversation.not_found',
    send: async ({ ids }, who) => outcome(await who.call('GET', `/conversations/${ids.other}`)),
  },
  'conversation.see-whole': {
    roles: STAFF,
    refusal: 'errors.forbidden',
    send: async (world, who) => outcome(await who.call('GET', `${open(world)}?includes=CONVERSATION_DATA`)),
  },
  'conversation.subscribe-to-all': {
    roles: STAFF,
    refusal: 'errors.forbidden',
    send: async (_, who) => {
      const listener = await listenerOf(who);
      const answer = await listener.ask('SUBSCRIBE', { address: 'conversations' });
      listener.close();
      return answer.ok ? 'ok' : answer.error.code;
    },
  },
  'conversation.list-unread': {
    roles: USERS,
    tried: STAFF,
    refusal: 'errors.forbidden',
    send: async (_, who) => outcome(await who.call('GET', '/conversations?unread=true')),
  },
  'participant.erase': {
    roles: ADMINS,
    tried: STAFF,
    refusal: 'errors.forbidden',
    send: async (world, who) =>
      outcome(await who.call('DELETE', `${(await conversationOf(world)).path}/participants/client?erase=true`)),
  },
  'conversation.lock-for-self': {
    roles: USERS,
    tried: STAFF,
    refusal: 'errors.validation.failed',
    send: async (world, who) => outcome(await who.call('POST', `${(await conversationOf(world)).path}/lock`, lock())),
  },
  'conversation.lock-for-another': {
    roles: ADMINS,
    tried: STAFF,
    refusal: 'errors.forbidden',
    send: async (world, who) => {
      const { path, user } = await conversationOf(world);
      return outcome(await who.call('POST', `${path}/lock`, lock(user.id)));
    },
  },
  'conversation.override-lock': {
    roles: ADMINS,
    tried: STAFF,
    refusal: 'errors.conversation.locked',
    send: async (world, who) => {
      const { path, user } = await conversationOf(world);
      await user.mustCall('POST', `${path}/lock`, lock());
      return outcome(await who.call('POST', `${path}/unlock`));
    },
  },
  'conversation.unlock-all-of-another': {
    roles: ADMINS,
    tried: STAFF,
    refusal: 'errors.forbidden',
    send: async ({ newUser }, who) => outcome(await who.call('PUT', `/conversations/${(await newUser()).id}/unlock`)),
  },
  'participant.reach-any': {
    roles: STAFF,
    refusal: 'errors.participant.not_found',
    send: async (world, who) => outcome(await who.call('GET', `${open(world)}/participants/${world.ids.gone}`)),
  },
  'message.post-as-self': {
    roles: [...USERS, 'CLIENT_PARTICIPANT'],
    refusal: 'errors.validation.failed',
    send: async (world, who) => outcome(await who.call('POST', `${open(world)}/messages`, text())),
  },
  'message.join-by-post': {
    roles: USERS,
    tried: USERS,
    refusal: 'errors.forbidden',
    send: async (world, who) =>
      outcome(await who.call('POST', `${(await conversationOf(world)).path}/messages`, text())),
  },
  'message.post-as-client': {
    roles: STAFF,
    refusal: 'errors.forbidden',
    send: async (world, who) => outcome(await who.call('POST', `${open(world)}/messages`, text(world.ids.gone))),
  },
  'message.post-as-user': {
    roles: ADMINS,
    refusal: 'errors.forbidden',
    send: async (world, who) => {
      const user = await world.newUser();
      const joined = { id: world.fresh('agent'), kind: 'USER', user_id: user.id };
      await world.owner.mustCall('POST', `${open(world)}/participants`, joined);
      return outcome(await who.call('POST', `${open(world)}/messages`, text(joined.id)));
    },
  },
  'message.delete-any': {
    roles: ADMINS,
    refusal: 'errors.forbidden',
    send: async (world, who) => {
      const { body } = await world.owner.mustCall('POST', `${open(world)}/messages`, text(world.ids.gone));
      return outcome(await who.call('DELETE', `${open(world)}/messages/${body.id}`));
    },
  },
};

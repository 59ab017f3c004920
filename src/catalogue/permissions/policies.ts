import type { SocketRequestType } from '../socket-types.js';
import type { Permission } from './permissions.js';
import { ADMINS, ALL_ROLES, type Role, STAFF, USERS } from './roles.js';

/** A right within calls that more roles may make. */
export interface PolicyRow {
  readonly roles: readonly Role[];
  /** Completes the sentence "Only … can". */
  readonly right: string;
  readonly calls: readonly Permission[];
  readonly socketRequests?: readonly SocketRequestType[];
}

const MESSAGE_CALLS = ['message.list', 'message.read', 'message.post', 'message.delete'] as const;
const PARTICIPANT_CALLS = ['participant.read', 'participant.activity'] as const;
const PREFERENCE_CALLS = ['user-preference.read', 'user-preference.create', 'user-preference.replace'] as const;

/**
 * Conditional rights by name (contract 2). Modules and sockets ask `may(caller, …)`; the OpenAPI document and the tests
 * read the table. `test/architecture/shape.spec.ts` forbids other comparisons of a role.
 */
export const policies = {
  'user.change-another': { roles: ADMINS, right: 'change another user', calls: ['user.change'] },
  'user.change-sign-in': { roles: ADMINS, right: 'change `email` and `role`', calls: ['user.change'] },
  'user.export-another': { roles: ADMINS, right: 'export the data of another user', calls: ['user.export'] },
  'user-preference.of-another': {
    roles: ADMINS,
    right: 'read and write the preferences of another user',
    calls: PREFERENCE_CALLS,
  },
  /** A client reaches the conversation of its token; any other is 404. */
  'conversation.reach-any': {
    roles: STAFF,
    right: 'reach every conversation of the tenant',
    calls: ['conversation.read', ...MESSAGE_CALLS, ...PARTICIPANT_CALLS],
    socketRequests: ['SUBSCRIBE'],
  },
  /** Without it, `clientView` says what is shown. */
  'conversation.see-whole': {
    roles: STAFF,
    right: 'see labels, lock, type, data and contact details of a conversation',
    calls: ['conversation.read'],
    socketRequests: ['SUBSCRIBE'],
  },
  'conversation.list-unread': { roles: USERS, right: 'send `unread=true`', calls: ['conversation.list'] },
  'conversation.subscribe-to-all': {
    roles: STAFF,
    right: 'subscribe to all conversations of the tenant',
    calls: [],
    socketRequests: ['SUBSCRIBE'],
  },
  'conversation.lock-for-self': { roles: USERS, right: 'leave out `locked_by`', calls: ['conversation.lock'] },
  'conversation.lock-for-another': { roles: ADMINS, right: 'lock for another user', calls: ['conversation.lock'] },
  'conversation.override-lock': {
    roles: ADMINS,
    right: 'unlock a conversation that another user holds',
    calls: ['conversation.unlock'],
  },
  'conversation.unlock-all-of-another': {
    roles: ADMINS,
    right: 'unlock the conversations of another user',
    calls: ['conversation.unlock-all'],
  },
  'participant.erase': { roles: ADMINS, right: 'send `erase=true`', calls: ['participant.delete'] },
  /** A client reaches its own participant; any other is 404. */
  'participant.reach-any': {
    roles: STAFF,
    right: 'reach every participant of a conversation',
    calls: PARTICIPANT_CALLS,
  },
  'message.post-as-self': {
    roles: [...USERS, 'CLIENT_PARTICIPANT'],
    right: 'leave out `participant_id`',
    calls: ['message.post'],
  },
  /** The caller joins the conversation. */
  'message.join-by-post': { roles: USERS, right: 'post without being a participant', calls: ['message.post'] },
  'message.post-as-client': {
    roles: STAFF,
    right: 'post as another client of the conversation',
    calls: ['message.post'],
  },
  'message.post-as-user': { roles: ADMINS, right: 'post as another user of the conversation', calls: ['message.post'] },
  'message.delete-any': { roles: ADMINS, right: 'delete a message of another author', calls: ['message.delete'] },
} as const satisfies Readonly<Record<string, PolicyRow>>;

export type Policy = keyof typeof policies;

/** Roles of the requests of sockets (contract 7). */
export const socketPermissions = {
  SUBSCRIBE: ALL_ROLES,
  UNSUBSCRIBE: ALL_ROLES,
  PING: ALL_ROLES,
  AUTHENTICATE: ALL_ROLES,
} as const satisfies Readonly<Record<SocketRequestType, readonly Role[]>>;

/** Scopes that an API key needs for requests of sockets: frames carry what the event feed carries. */
export const socketScopes: Readonly<Partial<Record<SocketRequestType, Permission>>> = { SUBSCRIBE: 'event.list' };

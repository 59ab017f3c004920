import { type Permission, permissions } from '../catalogue/permissions/permissions.js';
import { type Policy, policies, socketPermissions, socketScopes } from '../catalogue/permissions/policies.js';
import { type PrincipalKind, principalKinds, type Role } from '../catalogue/permissions/roles.js';
import type { SocketRequestType } from '../catalogue/socket-types.js';
import type { Caller } from './caller.js';

type HasRole = Pick<Caller, 'role'>;
type HasScopes = Pick<Caller, 'role' | 'scopes'>;

const includes = (roles: readonly Role[], { role }: HasRole) => roles.includes(role);

export const isPublic = (permission: Permission): boolean => permissions[permission] === 'public';

const isInScopes = ({ scopes }: HasScopes, permission: Permission): boolean => scopes?.includes(permission) ?? true;

/** Whether the role of the caller has the permission, within the scopes of an API key. */
export function mayCall(caller: HasScopes, permission: Permission): boolean {
  const roles = permissions[permission];
  return roles === 'public' || (includes(roles, caller) && isInScopes(caller, permission));
}

/** Whether the role of the caller may send the request over a socket, within the scopes of an API key. */
export function mayRequest(caller: HasScopes, type: SocketRequestType): boolean {
  const scope = socketScopes[type];
  return includes(socketPermissions[type], caller) && (scope === undefined || isInScopes(caller, scope));
}

/** Whether the role of the caller has the conditional right. */
export const may = (caller: HasRole, policy: Policy): boolean => includes(policies[policy].roles, caller);

export const principalKind = ({ role }: HasRole): PrincipalKind => principalKinds[role];

export const reachesConversation = (caller: Caller, conversationId: string): boolean =>
  may(caller, 'conversation.reach-any') || caller.conversationId === conversationId;

export const reachesParticipant = (caller: Caller, participantId: string): boolean =>
  may(caller, 'participant.reach-any') || caller.id === participantId;

/** Ids of participants are unique in a conversation only. */
export const principalName = ({ actor, conversationId = '' }: Caller): string => `${actor} ${conversationId}`;

export const isSamePrincipal = (a: Caller, b: Caller): boolean =>
  a.tenantId === b.tenantId && principalName(a) === principalName(b);

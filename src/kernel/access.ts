import { type Permission, permissions } from '../catalogue/permissions/permissions.js';
import { type Policy, policies, socketPermissions } from '../catalogue/permissions/policies.js';
import { type PrincipalKind, principalKinds, type Role } from '../catalogue/permissions/roles.js';
import type { SocketRequestType } from '../catalogue/socket-types.js';
import type { Caller } from './caller.js';

type HasRole = Pick<Caller, 'role'>;

const includes = (roles: readonly Role[], { role }: HasRole) => roles.includes(role);

export const isPublic = (permission: Permission): boolean => permissions[permission] === 'public';

/** Whether the role of the caller has the permission. */
export function mayCall(caller: HasRole, permission: Permission): boolean {
  const roles = permissions[permission];
  return roles === 'public' || includes(roles, caller);
}

/** Whether the role of the caller may send the request over a socket. */
export const mayRequest = (caller: HasRole, type: SocketRequestType): boolean =>
  includes(socketPermissions[type], caller);

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

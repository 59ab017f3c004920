import type { Role } from '../../../src/catalogue/permissions/roles.js';
import type { Answer } from '../../support/api.js';
import { mayCall, specifiedRoles } from './specified-roles.js';

/** Answer of a call to a credential. */
export type Outcome =
  /** 2xx, or a redirect. */
  | 'done'
  /** A public call: the credential does not count. The request has an unknown parameter, which is reported. */
  | 'admitted'
  | 'forbidden'
  /** 404, as for a resource that does not exist. */
  | 'absent'
  /** The call acts in the tenant of the caller. */
  | 'own tenant';

export const isPublic = (operation: string): boolean => specifiedRoles.get(operation) === 'public';

/** A PUT creates the resource in the caller's tenant, where the id is free. */
const CREATES = ['conversation_replace', 'conversation_type_replace', 'message_template_replace', 'workflow_replace'];

/** A USER has not the policy that reaches another user, whether the user exists or not. */
const OF_ANOTHER_USER = [
  'conversation_unlock_all',
  'user_change',
  'user_preference_read',
  'user_preference_create',
  'user_preference_replace',
];

/** Whether the path holds an id of a resource. */
const namesResource = (path: string) => path.split('/').some((part) => /^pluto-|^[0-9a-f]{8}-/.test(part));

export const actsInOwnTenant = (operation: string, path: string): boolean =>
  CREATES.includes(operation) || !namesResource(path);

/** The answer to a caller of the tenant that the request names. */
export function ownOutcome(operation: string, path: string, role: Role, isOtherClient: boolean): Outcome {
  if (!mayCall(operation, role)) return 'forbidden';
  return isOtherClient && path.startsWith('/conversations/') ? 'absent' : 'done';
}

/** The answer to a caller of another tenant. */
export function foreignOutcome(operation: string, path: string, role: Role): Outcome {
  if (isPublic(operation)) return 'admitted';
  if (!mayCall(operation, role)) return 'forbidden';
  if (role === 'USER' && OF_ANOTHER_USER.includes(operation)) return 'forbidden';
  return actsInOwnTenant(operation, path) ? 'own tenant' : 'absent';
}

/** The outcome that an answer shows; its status and code where it is none of them. */
export function outcomeOf({ status, body }: Answer, wanted: Outcome): string {
  const code = body?.code ?? '';
  if (wanted === 'own tenant' && (status < 300 || [400, 404, 409].includes(status))) return wanted;
  if (status < 400) return 'done';
  if (status === 403 && code === 'errors.forbidden') return 'forbidden';
  if (status === 404 && /^errors\.\w+\.not_found$/.test(code)) return 'absent';
  if (wanted === 'admitted' && status === 400 && code === 'errors.validation.failed') return 'admitted';
  return `${status} ${code}`;
}

import type { Caller } from '../../../kernel/caller.js';
import { reject } from '../../../kernel/rejection.js';
import type { PatchUserDto } from './user.dto.js';

const OWN_MEMBERS = ['firstname', 'lastname'];

/** A caller of the role USER reaches only themself (contract 2). @throws Rejection 403 */
export function mayReach({ role, id }: Caller, userId: string): void {
  if (role === 'USER' && id !== userId) reject('errors.forbidden');
}

/** A caller of the role USER changes only their own names (contract 2). @throws Rejection 403 */
export function maySetOwnNamesOnly(caller: Caller, userId: string, patch: PatchUserDto): void {
  mayReach(caller, userId);
  const isOwn = Object.keys(patch).every((member) => OWN_MEMBERS.includes(member));
  if (caller.role === 'USER' && !isOwn) reject('errors.forbidden');
}

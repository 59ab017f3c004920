import type { Policy } from '../../../../catalogue/permissions/policies.js';
import { may } from '../../../../kernel/access.js';
import type { Caller } from '../../../../kernel/caller.js';
import { reject } from '../../../../kernel/rejection.js';
import type { PatchUserDto } from './user.dto.js';

const OWN_MEMBERS = ['firstname', 'lastname'];

/** A caller without the policy reaches only itself (contract 2). @throws Rejection 403 */
export function mayReach(caller: Caller, userId: string, policy: Policy): void {
  if (caller.id !== userId && !may(caller, policy)) reject('errors.forbidden');
}

/** @throws Rejection 403 */
export function mayChange(caller: Caller, userId: string, patch: PatchUserDto): void {
  mayReach(caller, userId, 'user.change-another');
  const namesOnly = Object.keys(patch).every((member) => OWN_MEMBERS.includes(member));
  if (!namesOnly && !may(caller, 'user.change-sign-in')) reject('errors.forbidden');
}

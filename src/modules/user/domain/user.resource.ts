import type { UserRole } from '../../../catalogue/permissions/roles.js';
import { resource } from '../../../kernel/resource.js';

/** A tenant's own people (specification 3). */
export interface User {
  /** As it was given; unique in the tenant without regard to case. */
  readonly email: string;
  readonly role: UserRole;
  readonly firstname?: string;
  readonly lastname?: string;
  /** Never leaves the service, nor enters a read model. Absent: the user has not set a password yet. */
  readonly passwordHash?: string;
  /** Another value ends every sign-in; a change of the role brings one. Not in the read model. */
  readonly signInEpoch?: string;
  /** Created at a sign-in through the tenant's identity provider. No invitation is sent. */
  readonly isProvisioned?: true;
}

export const user = resource<'User', User>({
  name: 'User',
  category: 'user',
  absent: 'errors.user.not_found',
  exists: 'errors.user.exists',
  personal: ['email', 'firstname', 'lastname'],
});

import type { UserRole } from '../../../../catalogue/permissions/roles.js';
import { resource } from '../../../../kernel/resource.js';

/** A person at an identity provider. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** A tenant's own people (specification 3). */
export interface User {
  /** As it was given; unique in the tenant without regard to case. */
  readonly email: string;
  readonly role: UserRole;
  /** The address whose link the user followed. Another address is not proven. */
  readonly provenEmail?: string;
  /** The address that the user has once its link is followed. */
  readonly pendingEmail?: string;
  /** Another value sends the link to the pending address again. */
  readonly pendingEmailRequest?: string;
  /** The address before the last change. It gets a mail about the change. */
  readonly formerEmail?: string;
  readonly firstname?: string;
  readonly lastname?: string;
  /** Never leaves the service, nor enters a read model. Absent: the user has not set a password yet. */
  readonly passwordHash?: string;
  /** Another value ends every sign-in; a change of the role brings one. Not in the read model. */
  readonly signInEpoch?: string;
  /** The persons at identity providers who sign in as the user; one an issuer. Not in the read model. */
  readonly identities?: readonly Identity[];
  /** Created at a sign-in through the tenant's identity provider. No invitation is sent. */
  readonly isProvisioned?: true;
}

export const user = resource<'User', User>({
  name: 'User',
  category: 'user',
  absent: 'errors.user.not_found',
  exists: 'errors.user.exists',
  personal: [
    'email',
    'provenEmail',
    'pendingEmail',
    'formerEmail',
    'firstname',
    'lastname',
    'passwordHash',
    'identities',
  ],
  subject: 'user',
});

interface HasRole {
  /** Absent or null: unchanged by the event or the patch. */
  readonly role?: UserRole | null;
}

export const isOwner = ({ role }: HasRole): boolean => role === 'OWNER';

export const hasIdentity = ({ identities = [] }: Pick<User, 'identities'>, { issuer, subject }: Identity): boolean =>
  identities.some((each) => each.issuer === issuer && each.subject === subject);

/** Effect of a patch on the tenant's list of owners. */
export function roleChange(before: User, { role }: HasRole): 'promoted' | 'demoted' | 'unchanged' {
  if (!role || role === before.role) return 'unchanged';
  return isOwner({ role }) ? 'promoted' : 'demoted';
}

/** Whether a token that names the role is of the user as the user is now. */
export const hasRole = (value: User, role: string): boolean => value.role === role;

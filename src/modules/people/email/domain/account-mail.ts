export const ACCOUNT_MAIL = 'ACCOUNT_MAIL';

/** `CONFIRM_EMAIL` goes to the address that a user wants, `EMAIL_CHANGED` to the one before, others to the present one. */
export type OwnMailKind =
  | 'CONFIRM_EMAIL'
  | 'EMAIL_REQUESTED'
  | 'EMAIL_CHANGED'
  | 'PASSWORD_CHANGED'
  | 'PASSKEY_ADDED'
  | 'PASSKEY_REMOVED';

/** Mails to owners about the ways into the tenant. */
export const TENANT_MAIL_KINDS = [
  'API_KEY_CREATED',
  'API_KEY_CHANGED',
  'API_KEY_DELETED',
  'OIDC_CONFIG_CREATED',
  'OIDC_CONFIG_CHANGED',
  'OIDC_CONFIG_DELETED',
  'SIGN_IN_CHANGED',
  'OWNER_CREATED',
  'ROLE_CHANGED',
] as const;
export type TenantMailKind = (typeof TENANT_MAIL_KINDS)[number];
export type AccountMailKind = OwnMailKind | TenantMailKind;

/** The change that a mail to owners is about. */
export interface TenantChange {
  /** Id of the API key, OIDC config, tenant or user. */
  readonly subject: string;
  /** `user:<id>`, `key:<id>`, or the service. */
  readonly actor: string;
  /** The subject is a user who has it now. */
  readonly role?: string;
}

/** Ids of the users that a mail about the change names. */
export function usersIn({ subject, actor, role }: TenantChange): readonly string[] {
  const [kind, id = ''] = actor.split(':');
  return [...(role ? [subject] : []), ...(kind === 'user' ? [id] : [])];
}

/** Facts of an account mail. */
export interface About {
  /** The event that causes it. */
  readonly id: string;
  readonly kind: AccountMailKind;
  readonly correlationId: string;
  readonly userId: string;
  readonly change?: TenantChange;
}

/** No id of a conversation starts with `_`, so that no list of a conversation's notifications shows them. */
export const effectId = (kind: AccountMailKind, eventId: string, owner?: string): string =>
  ['_account', kind, eventId, ...(owner === undefined ? [] : [owner])].join('/');

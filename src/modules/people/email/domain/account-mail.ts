import type { Event, Recorded } from '../../../../kernel/event.js';
import { parseStreamName } from '../../../../kernel/stream.js';

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

/** Facts of an account mail. */
export interface About {
  /** The event that causes it. */
  readonly id: string;
  readonly kind: AccountMailKind;
  readonly correlationId: string;
  readonly userId: string;
  readonly change?: TenantChange;
}

/** A mail to plan. `to`: the receiver, where the user neither has nor wants the address. */
export type AccountMail =
  | { readonly kind: OwnMailKind; readonly to?: string }
  | { readonly kind: TenantMailKind; readonly change: TenantChange };

interface ChangedUser {
  readonly role?: string | null;
  readonly formerEmail?: string | null;
  readonly passwordHash?: string | null;
  readonly pendingEmailRequest?: string | null;
}

interface Happened {
  readonly UserCreated: ChangedUser;
  readonly UserChanged: ChangedUser;
  readonly OwnerDemoted: { readonly userId: string };
  readonly TenantChanged: object;
  readonly PasskeyRegistered: object;
  readonly PasskeyRemoved: object;
  readonly ApiKeyCreated: object;
  readonly ApiKeyChanged: object;
  readonly ApiKeyDeleted: object;
  readonly OidcConfigCreated: object;
  readonly OidcConfigChanged: object;
  readonly OidcConfigDeleted: object;
}
type HappenedType = keyof Happened;

/** Events that cause mails. */
export type AccountEvent = { [T in HappenedType]: Event<T, Happened[T]> }[HappenedType];

const SIGN_IN_MEMBERS = [
  'signIn',
  'tokenExchangeUserinfoUrl',
  'tokenExchangeAudience',
  'tokenExchangeTrustsEmail',
  'userAutoProvisioningDomains',
];

const own = ({ meta }: Recorded): string => `user:${parseStreamName(meta.stream).id}`;

function tenantMail(kind: TenantMailKind, { meta }: Recorded, role?: string): AccountMail {
  const change = { subject: parseStreamName(meta.stream).id, actor: meta.actor, ...(role ? { role } : {}) };
  return { kind, change };
}

/** Passkeys that end with another change have no mail of their own. */
const passkeyMail = (kind: OwnMailKind) => (event: Recorded) => (event.meta.actor === own(event) ? [{ kind }] : []);
const about = (kind: TenantMailKind) => (event: Recorded) => [tenantMail(kind, event)];

type Reactions = { readonly [T in HappenedType]: (event: Recorded<Event<T, Happened[T]>>) => readonly AccountMail[] };

const reactions: Reactions = {
  /** The first owner signs up alone. */
  UserCreated: (event) =>
    event.data.role === 'OWNER' && event.meta.actor !== own(event) ? [tenantMail('OWNER_CREATED', event, 'OWNER')] : [],
  UserChanged(event) {
    const { role, formerEmail, passwordHash, pendingEmailRequest } = event.data;
    return [
      ...(pendingEmailRequest ? [{ kind: 'CONFIRM_EMAIL' } as const, { kind: 'EMAIL_REQUESTED' } as const] : []),
      ...(formerEmail ? [{ kind: 'EMAIL_CHANGED', to: formerEmail } as const] : []),
      ...(passwordHash ? [{ kind: 'PASSWORD_CHANGED' } as const] : []),
      ...(role === 'OWNER' ? [tenantMail('ROLE_CHANGED', event, role)] : []),
    ];
  },
  /** It names the person who made the change. That of the user may come from the service. */
  OwnerDemoted: ({ data, meta }) => [
    { kind: 'ROLE_CHANGED', change: { subject: data.userId, actor: meta.actor, role: 'USER' } },
  ],
  TenantChanged: (event) =>
    SIGN_IN_MEMBERS.some((name) => Object.hasOwn(event.data, name)) ? [tenantMail('SIGN_IN_CHANGED', event)] : [],
  PasskeyRegistered: passkeyMail('PASSKEY_ADDED'),
  PasskeyRemoved: passkeyMail('PASSKEY_REMOVED'),
  ApiKeyCreated: about('API_KEY_CREATED'),
  ApiKeyChanged: about('API_KEY_CHANGED'),
  ApiKeyDeleted: about('API_KEY_DELETED'),
  OidcConfigCreated: about('OIDC_CONFIG_CREATED'),
  OidcConfigChanged: about('OIDC_CONFIG_CHANGED'),
  OidcConfigDeleted: about('OIDC_CONFIG_DELETED'),
};

export const accountEvents = Object.keys(reactions) as readonly HappenedType[];

/** The mails about an event. */
export const mailsAbout = (event: Recorded<AccountEvent>): readonly AccountMail[] =>
  (reactions[event.type] as (event: Recorded) => readonly AccountMail[])(event);

/** No id of a conversation starts with `_`, so that no list of a conversation's notifications shows them. */
export const effectId = (kind: AccountMailKind, eventId: string, owner?: string): string =>
  ['_account', kind, eventId, ...(owner === undefined ? [] : [owner])].join('/');

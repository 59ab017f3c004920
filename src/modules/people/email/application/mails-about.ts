import type { UserRole } from '../../../../catalogue/permissions/roles.js';
import type { Event, Recorded } from '../../../../kernel/event.js';
import { parseStreamName } from '../../../../kernel/stream.js';
import { isOwner } from '../../user/domain/user.resource.js';
import type { OwnMailKind, TenantChange, TenantMailKind } from '../domain/account-mail.js';

/** A mail to plan. `to`: the receiver, where the user neither has nor wants the address. */
export type AccountMail =
  | { readonly kind: OwnMailKind; readonly to?: string }
  | { readonly kind: TenantMailKind; readonly change: TenantChange };

interface ChangedUser {
  readonly role?: UserRole | null;
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
    isOwner(event.data) && event.meta.actor !== own(event) ? [tenantMail('OWNER_CREATED', event, 'OWNER')] : [],
  UserChanged(event) {
    const { role, formerEmail, passwordHash, pendingEmailRequest } = event.data;
    return [
      ...(pendingEmailRequest ? [{ kind: 'CONFIRM_EMAIL' } as const, { kind: 'EMAIL_REQUESTED' } as const] : []),
      ...(formerEmail ? [{ kind: 'EMAIL_CHANGED', to: formerEmail } as const] : []),
      ...(passwordHash ? [{ kind: 'PASSWORD_CHANGED' } as const] : []),
      ...(role && isOwner({ role }) ? [tenantMail('ROLE_CHANGED', event, role)] : []),
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

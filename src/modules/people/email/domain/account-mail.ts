import type { LANGUAGES } from '../../../../catalogue/tenant.js';
import type { Event, Recorded } from '../../../../kernel/event.js';
import { parseStreamName } from '../../../../kernel/stream.js';

export const ACCOUNT_MAIL = 'ACCOUNT_MAIL';

/** `CONFIRM_EMAIL` goes to the address that a user wants, `EMAIL_CHANGED` to the one before, others to the present one. */
export type AccountMailKind =
  | 'CONFIRM_EMAIL'
  | 'EMAIL_REQUESTED'
  | 'EMAIL_CHANGED'
  | 'PASSWORD_CHANGED'
  | 'PASSKEY_ADDED'
  | 'PASSKEY_REMOVED';

/** Facts of an account mail. */
export interface About {
  /** The event that causes it. */
  readonly id: string;
  readonly kind: AccountMailKind;
  readonly correlationId: string;
  readonly userId: string;
}

/** A mail to plan. `to`: the receiver, where the user neither has nor wants the address. */
export interface AccountMail {
  readonly kind: AccountMailKind;
  readonly to?: string;
}

interface ChangedUser {
  readonly email?: string | null;
  readonly formerEmail?: string | null;
  readonly passwordHash?: string | null;
  readonly pendingEmailRequest?: string | null;
}

/** Events that cause mails. */
export type AccountEvent =
  | Event<'UserChanged', ChangedUser>
  | Event<'PasskeyRegistered', object>
  | Event<'PasskeyRemoved', object>;

export const accountEvents: readonly AccountEvent['type'][] = ['UserChanged', 'PasskeyRegistered', 'PasskeyRemoved'];

/** The mails about an event. Passkeys that end with another change have no mail of their own. */
export function mailsAbout({ type, data, meta }: Recorded<AccountEvent>): readonly AccountMail[] {
  if (type !== 'UserChanged') {
    const kind = type === 'PasskeyRegistered' ? 'PASSKEY_ADDED' : 'PASSKEY_REMOVED';
    return meta.actor === `user:${parseStreamName(meta.stream).id}` ? [{ kind }] : [];
  }
  const { formerEmail, passwordHash, pendingEmailRequest } = data;
  return [
    ...(pendingEmailRequest ? [{ kind: 'CONFIRM_EMAIL' } as const, { kind: 'EMAIL_REQUESTED' } as const] : []),
    ...(formerEmail ? [{ kind: 'EMAIL_CHANGED', to: formerEmail } as const] : []),
    ...(passwordHash ? [{ kind: 'PASSWORD_CHANGED' } as const] : []),
  ];
}

/** No id of a conversation starts with `_`, so that no list of a conversation's notifications shows them. */
export const effectId = (kind: AccountMailKind, eventId: string): string => `_account/${kind}/${eventId}`;

type Language = (typeof LANGUAGES)[number];

interface Parts {
  readonly tenant: string;
  /** The address that the user wants. */
  readonly email: string;
  readonly link: string;
}

interface Written {
  readonly subject: (parts: Parts) => string;
  readonly text: (parts: Parts) => string;
}

const told = (en: string, de: string): Readonly<Record<Language, Written>> => ({
  en: {
    subject: ({ tenant }) => `Your account at ${tenant} has changed`,
    text: ({ tenant, email }) =>
      `Hello,\n\n${en.replace('{tenant}', tenant).replace('{email}', email)}\n\nIf this was not you, set a new password at once and tell an owner of ${tenant}.\n`,
  },
  de: {
    subject: ({ tenant }) => `Ihr Zugang zu ${tenant} hat sich geändert`,
    text: ({ tenant, email }) =>
      `Guten Tag,\n\n${de.replace('{tenant}', tenant).replace('{email}', email)}\n\nWaren Sie das nicht, setzen Sie sofort ein neues Passwort und informieren Sie einen Inhaber von ${tenant}.\n`,
  },
});

export const accountMails: Readonly<Record<AccountMailKind, Readonly<Record<Language, Written>>>> = {
  CONFIRM_EMAIL: {
    en: {
      subject: ({ tenant }) => `Confirm your e-mail address for ${tenant}`,
      text: ({ tenant, link }) =>
        `Hello,\n\nopen this link within 24 hours to use this e-mail address for your account at ${tenant}:\n\n${link}\n`,
    },
    de: {
      subject: ({ tenant }) => `E-Mail-Adresse für ${tenant} bestätigen`,
      text: ({ tenant, link }) =>
        `Guten Tag,\n\nöffnen Sie innerhalb von 24 Stunden diesen Link, um diese E-Mail-Adresse für Ihren Zugang zu ${tenant} zu verwenden:\n\n${link}\n`,
    },
  },
  EMAIL_REQUESTED: told(
    'the e-mail address of your account at {tenant} becomes {email} once its link is followed.',
    'die E-Mail-Adresse Ihres Zugangs zu {tenant} wird {email}, sobald der Link dorthin geöffnet wird.',
  ),
  EMAIL_CHANGED: told(
    'the e-mail address of your account at {tenant} is now {email}.',
    'die E-Mail-Adresse Ihres Zugangs zu {tenant} ist jetzt {email}.',
  ),
  PASSWORD_CHANGED: told(
    'the password of your account at {tenant} has changed.',
    'das Passwort Ihres Zugangs zu {tenant} wurde geändert.',
  ),
  PASSKEY_ADDED: told('your account at {tenant} has a new passkey.', 'Ihr Zugang zu {tenant} hat einen neuen Passkey.'),
  PASSKEY_REMOVED: told(
    'a passkey of your account at {tenant} was deleted.',
    'ein Passkey Ihres Zugangs zu {tenant} wurde gelöscht.',
  ),
};

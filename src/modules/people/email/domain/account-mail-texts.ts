import type { LANGUAGES } from '../../../../catalogue/tenant.js';
import type { AccountMailKind } from './account-mail.js';

export type Language = (typeof LANGUAGES)[number];

/** Values of a mail, by the names of their places. */
export interface Parts {
  readonly tenant: string;
  /** The address that the user wants. */
  readonly email?: string;
  readonly link?: string;
  /** The API key, OIDC config or user that changed, and who changed it. */
  readonly subject?: string;
  readonly by?: string;
  readonly role?: string;
}

interface Written {
  readonly subject: string;
  readonly text: string;
}
type Both = Readonly<Record<Language, Written>>;

const told = (en: string, de: string): Both => ({
  en: {
    subject: 'Your account at {tenant} has changed',
    text: `Hello,\n\n${en}\n\nIf this was not you, set a new password immediately and inform an owner of {tenant}.\n`,
  },
  de: {
    subject: 'Ihr Zugang zu {tenant} hat sich geändert',
    text: `Guten Tag,\n\n${de}\n\nWaren Sie das nicht, setzen Sie sofort ein neues Passwort und informieren Sie einen Inhaber von {tenant}.\n`,
  },
});

const toldOwners = (en: string, de: string): Both => ({
  en: {
    subject: 'Access to {tenant} has changed',
    text: `Hello,\n\n${en}\n\nIf you did not expect this, check the API keys, OIDC configs and users of {tenant}.\n`,
  },
  de: {
    subject: 'Der Zugang zu {tenant} hat sich geändert',
    text: `Guten Tag,\n\n${de}\n\nWenn Sie das nicht erwartet haben, prüfen Sie API-Schlüssel, OIDC-Konfigurationen und Benutzer von {tenant}.\n`,
  },
});

const key = (en: string, de: string) =>
  toldOwners(
    `The API key {subject} of {tenant} was ${en} by {by}.`,
    `der API-Schlüssel {subject} von {tenant} wurde von {by} ${de}.`,
  );
const config = (en: string, de: string) =>
  toldOwners(
    `The OIDC config {subject} of {tenant} was ${en} by {by}.`,
    `die OIDC-Konfiguration {subject} von {tenant} wurde von {by} ${de}.`,
  );

const accountMails: Readonly<Record<AccountMailKind, Both>> = {
  CONFIRM_EMAIL: {
    en: {
      subject: 'Confirm your e-mail address for {tenant}',
      text: 'Hello,\n\nOpen this link within 24 hours to use this e-mail address for your account at {tenant}:\n\n{link}\n',
    },
    de: {
      subject: 'E-Mail-Adresse für {tenant} bestätigen',
      text: 'Guten Tag,\n\nöffnen Sie innerhalb von 24 Stunden diesen Link, um diese E-Mail-Adresse für Ihren Zugang zu {tenant} zu verwenden:\n\n{link}\n',
    },
  },
  EMAIL_REQUESTED: told(
    'The e-mail address of your account at {tenant} becomes {email} once its link is followed.',
    'die E-Mail-Adresse Ihres Zugangs zu {tenant} wird {email}, sobald der Link dorthin geöffnet wird.',
  ),
  EMAIL_CHANGED: told(
    'The e-mail address of your account at {tenant} is now {email}.',
    'die E-Mail-Adresse Ihres Zugangs zu {tenant} ist jetzt {email}.',
  ),
  PASSWORD_CHANGED: told(
    'The password of your account at {tenant} has changed.',
    'das Passwort Ihres Zugangs zu {tenant} wurde geändert.',
  ),
  PASSKEY_ADDED: told('Your account at {tenant} has a new passkey.', 'Ihr Zugang zu {tenant} hat einen neuen Passkey.'),
  PASSKEY_REMOVED: told(
    'A passkey of your account at {tenant} was deleted.',
    'ein Passkey Ihres Zugangs zu {tenant} wurde gelöscht.',
  ),
  API_KEY_CREATED: key('created', 'angelegt'),
  API_KEY_CHANGED: key('renamed', 'umbenannt'),
  API_KEY_DELETED: key('deleted', 'gelöscht'),
  OIDC_CONFIG_CREATED: config('created', 'angelegt'),
  OIDC_CONFIG_CHANGED: config('changed', 'geändert'),
  OIDC_CONFIG_DELETED: config('deleted', 'gelöscht'),
  SIGN_IN_CHANGED: toldOwners(
    'The sign-in settings of {tenant} were changed by {by}.',
    'die Einstellungen zur Anmeldung bei {tenant} wurden von {by} geändert.',
  ),
  OWNER_CREATED: toldOwners(
    'The user {subject} of {tenant} was created as an owner by {by}.',
    'der Benutzer {subject} von {tenant} wurde von {by} als Inhaber angelegt.',
  ),
  ROLE_CHANGED: toldOwners(
    'The user {subject} of {tenant} was given the role {role} by {by}.',
    'der Benutzer {subject} von {tenant} hat von {by} die Rolle {role} erhalten.',
  ),
};

/** How a mail names what changed something without a user. */
export const otherActors: Readonly<Record<Language, { readonly key: string; readonly service: string }>> = {
  en: { key: 'the API key', service: 'the service' },
  de: { key: 'dem API-Schlüssel', service: 'dem Dienst' },
};

/** All places are filled at once, so that no value is read as a place. */
const filled = (text: string, parts: Parts): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name as keyof Parts] ?? '');

export function accountMail(kind: AccountMailKind, language: Language, parts: Parts): Written {
  const { subject, text } = accountMails[kind][language];
  return { subject: filled(subject, parts), text: filled(text, parts) };
}

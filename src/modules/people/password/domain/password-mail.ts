import type { LANGUAGES } from '../../../../catalogue/tenant.js';

/** A link that sets a password: requested by a person who forgot it, or sent to a new user. */
export const PASSWORD_MAIL_KINDS = ['RESET', 'INVITATION'] as const;
export type PasswordMailKind = (typeof PASSWORD_MAIL_KINDS)[number];

export const PASSWORD_MAIL = 'PASSWORD_MAIL';

/** Facts of a password mail. */
export interface About {
  readonly id: string;
  readonly kind: PasswordMailKind;
  readonly correlationId: string;
  /** The invited user. A reset has none: its address is sealed. */
  readonly userId?: string;
  /** `invitationRequest` of the user. A later one ends this invitation, also before it was sent. */
  readonly request?: string;
}

/** No id of a conversation starts with `_`, so that no list of a conversation's notifications shows them. */
export const effectId = (kind: PasswordMailKind, id: string): string => `_password/${kind}/${id}`;

type Language = (typeof LANGUAGES)[number];
interface Parts {
  readonly tenant: string;
  readonly link: string;
}

export const subjects: Readonly<Record<PasswordMailKind, Readonly<Record<Language, (tenant: string) => string>>>> = {
  RESET: {
    en: (tenant) => `Set a new password for ${tenant}`,
    de: (tenant) => `Neues Passwort für ${tenant}`,
  },
  INVITATION: {
    en: (tenant) => `Your account at ${tenant}`,
    de: (tenant) => `Ihr Zugang zu ${tenant}`,
  },
};

export const invitations: Readonly<Record<Language, (parts: Parts) => string>> = {
  en: ({ tenant, link }) =>
    `Hello,\n\nYou have an account at ${tenant}. Set your password within seven days:\n\n${link}\n`,
  de: ({ tenant, link }) =>
    `Guten Tag,\n\nfür Sie wurde ein Zugang zu ${tenant} angelegt. Legen Sie innerhalb von sieben Tagen Ihr Passwort fest:\n\n${link}\n`,
};

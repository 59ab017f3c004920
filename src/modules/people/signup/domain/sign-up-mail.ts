import type { LANGUAGES } from '../../../../catalogue/tenant.js';

export const SIGN_UP_MAIL = 'SIGN_UP_MAIL';

/** Facts of a sign-up mail. */
export interface About {
  readonly id: string;
  readonly correlationId: string;
  /** The first owner. */
  readonly userId: string;
}

/** No id of a conversation starts with `_`, so that no list of a conversation's notifications shows it. */
export const effectId = (userId: string): string => `_signup/${userId}`;

interface Written {
  readonly subject: string;
  readonly text: (link: string) => string;
}

/** The name of the tenant is left out: nobody proved yet who chose it. */
export const signUpMails: Readonly<Record<(typeof LANGUAGES)[number], Written>> = {
  en: {
    subject: 'Confirm your e-mail address',
    text: (link) =>
      `Hello,\n\nSomebody signed up with this e-mail address. If it was you, open this link within 24 hours. Until then, e-mails go to your own users only:\n\n${link}\n\nIf it was not you, do nothing.\n`,
  },
  de: {
    subject: 'E-Mail-Adresse bestätigen',
    text: (link) =>
      `Guten Tag,\n\njemand hat sich mit dieser E-Mail-Adresse registriert. Waren Sie das, öffnen Sie innerhalb von 24 Stunden diesen Link. Bis dahin gehen E-Mails nur an Ihre eigenen Benutzer:\n\n${link}\n\nWaren Sie das nicht, müssen Sie nichts tun.\n`,
  },
};

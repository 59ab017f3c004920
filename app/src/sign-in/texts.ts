const en = {
  title: (tenant: string) => `Sign in to ${tenant}`,
  email: 'E-mail address',
  password: 'Password',
  submit: 'Sign in',
  sending: 'Signing in …',
  wrong: 'The e-mail address and the password do not fit together.',
  again: 'Sign in again',
  againAbout: 'This change needs a sign-in of the last minutes.',
  cancel: 'Cancel',
  findTitle: 'Open your app',
  subdomain: 'Subdomain of your tenant',
  subdomainHint: 'The first part of the address that your team uses, such as “acme”.',
  find: 'Continue',
  unknown: 'There is no tenant with this subdomain.',
};

const de: typeof en = {
  title: (tenant: string) => `Bei ${tenant} anmelden`,
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  submit: 'Anmelden',
  sending: 'Anmeldung läuft …',
  wrong: 'E-Mail-Adresse und Passwort passen nicht zusammen.',
  again: 'Erneut anmelden',
  againAbout: 'Diese Änderung braucht eine Anmeldung der letzten Minuten.',
  cancel: 'Abbrechen',
  findTitle: 'App öffnen',
  subdomain: 'Subdomain Ihres Mandanten',
  subdomainHint: 'Der erste Teil der Adresse, die Ihr Team benutzt, zum Beispiel „acme“.',
  find: 'Weiter',
  unknown: 'Es gibt keinen Mandanten mit dieser Subdomain.',
};

export const texts = { en, de };

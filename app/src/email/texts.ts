const en = {
  title: 'Confirm your e-mail address',
  about: 'Confirm the address that received this link. Your account then uses it.',
  submit: 'Confirm the address',
  sending: 'Confirming the address …',
  doneTitle: 'The address is confirmed',
  openApp: 'Open the app',
  brokenTitle: 'This link does not work',
  broken:
    'The link is incomplete, has expired, or was replaced by a newer one. Request a new link on the sign-in page.',
  refusedTitle: 'The address was not confirmed',
  unclear: 'The service did not respond. Try again.',
};

const de: typeof en = {
  title: 'E-Mail-Adresse bestätigen',
  about: 'Ihr Zugang verwendet die Adresse, an die dieser Link ging, sobald Sie sie bestätigen.',
  submit: 'Adresse bestätigen',
  sending: 'Die Adresse wird bestätigt …',
  doneTitle: 'Die Adresse ist bestätigt',
  openApp: 'App öffnen',
  brokenTitle: 'Dieser Link funktioniert nicht',
  broken:
    'Der Link ist unvollständig oder abgelaufen, oder inzwischen wurde eine andere Adresse gewählt. Fordern Sie dort einen neuen Link an, wo Sie sich anmelden.',
  refusedTitle: 'Die Adresse wurde nicht bestätigt',
  unclear: 'Der Dienst hat nicht geantwortet. Bitte erneut versuchen.',
};

export const texts = { en, de };
export type Texts = typeof en;

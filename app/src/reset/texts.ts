import { identityLimits } from '../../../src/catalogue/limits/identity.js';

const { min, max } = identityLimits.password;

const en = {
  title: 'Set your password',
  account: (tenant: string) => `Your account at ${tenant}`,
  email: 'E-mail address',
  emailHint: 'The address that received the e-mail with the link.',
  password: 'New password',
  repeat: 'New password again',
  show: 'Show passwords',
  length: `${min} to ${max} characters`,
  uncommon: 'Not among the most common passwords',
  same: 'The same in both fields',
  kept: 'kept',
  notKept: 'not kept yet',
  submit: 'Set password',
  sending: 'Setting the password …',
  refused: 'The password was not set',
  noEmail: 'Enter the e-mail address.',
  wrongEmail: 'Enter an e-mail address in full, such as anna@acme.example.',
  noPassword: 'Enter the new password.',
  wrongLength: `The password must have ${min} to ${max} characters.`,
  common: 'The password is too common. Choose another password.',
  noRepeat: 'Enter the new password a second time.',
  different: 'The passwords differ. Enter the same password in both fields.',
  unclear: 'The service did not respond. The password may or may not be set. Try again.',
  invalid: [
    'The link does not match this e-mail address, was used before, or has expired.',
    'A link works once. A link for a new password is valid for one hour, an invitation for seven days. A newer link replaces older ones.',
    'Check the e-mail address, or request a new link.',
  ],
  request: 'Send a new link',
  requested: 'A new link is on its way if there is an account with this e-mail address. Open the newest e-mail.',
  notRequested: 'The service did not respond. No link was requested. Try again.',
  brokenTitle: 'This link does not work',
  incomplete: 'The address of this page is incomplete. Open the link in the e-mail again.',
  unknown: 'The account of this link does not exist. Request a new link on the sign-in page.',
  doneTitle: 'Your password is set',
  done: 'All earlier sessions and passkeys of your account have ended.',
  open: 'Open the app',
};

export type Texts = typeof en;

const de: Texts = {
  title: 'Passwort festlegen',
  account: (tenant) => `Ihr Zugang zu ${tenant}`,
  email: 'E-Mail-Adresse',
  emailHint: 'Die Adresse, an die die E-Mail mit dem Link ging.',
  password: 'Neues Passwort',
  repeat: 'Neues Passwort wiederholen',
  show: 'Passwörter anzeigen',
  length: `${min} bis ${max} Zeichen`,
  uncommon: 'Keines der häufigsten Passwörter',
  same: 'In beiden Feldern gleich',
  kept: 'erfüllt',
  notKept: 'noch nicht erfüllt',
  submit: 'Passwort festlegen',
  sending: 'Das Passwort wird festgelegt …',
  refused: 'Das Passwort wurde nicht festgelegt',
  noEmail: 'Geben Sie die E-Mail-Adresse ein.',
  wrongEmail: 'Geben Sie eine vollständige E-Mail-Adresse ein, zum Beispiel anna@acme.example.',
  noPassword: 'Geben Sie das neue Passwort ein.',
  wrongLength: `Das Passwort muss ${min} bis ${max} Zeichen haben.`,
  common: 'Das Passwort ist zu häufig. Wählen Sie ein anderes Passwort.',
  noRepeat: 'Geben Sie das neue Passwort ein zweites Mal ein.',
  different: 'Die Passwörter sind verschieden. Geben Sie in beiden Feldern dasselbe Passwort ein.',
  unclear:
    'Der Dienst hat nicht geantwortet. Vielleicht ist das Passwort trotzdem festgelegt. Versuchen Sie es noch einmal.',
  invalid: [
    'Der Link passt nicht zu dieser E-Mail-Adresse, wurde schon verwendet oder ist abgelaufen.',
    'Ein Link gilt einmal. Ein Link für ein neues Passwort gilt eine Stunde, eine Einladung sieben Tage. Ein neuerer Link beendet ältere.',
    'Prüfen Sie die E-Mail-Adresse, oder fordern Sie einen neuen Link an.',
  ],
  request: 'Neuen Link senden',
  requested:
    'Falls es einen Zugang mit dieser E-Mail-Adresse gibt, ist ein neuer Link unterwegs. Öffnen Sie die neueste E-Mail.',
  notRequested: 'Der Dienst hat nicht geantwortet. Es wurde kein Link angefordert. Versuchen Sie es noch einmal.',
  brokenTitle: 'Dieser Link funktioniert nicht',
  incomplete: 'Die Adresse dieser Seite ist unvollständig. Öffnen Sie den Link in der E-Mail noch einmal.',
  unknown: 'Den Zugang zu diesem Link gibt es nicht. Fordern Sie dort einen neuen Link an, wo Sie sich anmelden.',
  doneTitle: 'Ihr Passwort ist festgelegt',
  done: 'Alle früheren Sitzungen und Passkeys Ihres Zugangs sind beendet.',
  open: 'App öffnen',
};

export const texts = { en, de };

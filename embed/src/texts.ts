import type { AssetKind } from '../../src/catalogue/assets.js';

export type Language = 'en' | 'de';

const en = {
  conversation: 'Conversation',
  conversationWith: (tenant: string) => `Conversation with ${tenant}`,
  about: 'About this conversation',
  messages: 'Messages',
  loading: 'Loading the conversation.',
  earlier: 'Earlier messages',
  newest: 'Newest messages',
  newMessages: (count: number) => (count === 1 ? '1 new message' : `${count} new messages`),
  empty: 'There are no messages yet.',
  you: 'You',
  someone: 'Participant',
  typing: (name: string) => `${name} is typing.`,
  typingMany: 'Several people are typing.',
  message: 'Message',
  send: 'Send',
  sent: 'Sent',
  attach: 'Attach a file',
  sending: 'Sending',
  waiting: 'Waiting for the connection',
  notSent: 'Not sent.',
  retry: 'Retry',
  discard: 'Discard',
  uploading: 'The file is being uploaded.',
  uploadFailed: 'The file could not be uploaded.',
  missing: 'The file is no longer available.',
  tooLong: (max: number) => `The message is too long. At most ${max} characters are allowed.`,
  wrongType: 'Files of this type cannot be sent. Choose an image, a video or an audio file.',
  tooLarge: (mib: number) => `The file is too large. At most ${mib} MiB are allowed.`,
  deleted: 'This message was deleted.',
  unknownKind: 'This message cannot be shown here.',
  opensInNewTab: 'opens in a new tab',
  location: 'Location',
  openMap: 'Open map',
  shareLocation: 'Share my location',
  noLocation: 'Your location could not be determined. Allow access to it in your browser, or write your address.',
  media: { IMAGE: 'Image', VIDEO: 'Video', AUDIO: 'Audio' } satisfies Record<AssetKind, string>,
  reconnecting: 'The connection is lost. Reconnecting.',
  archived: 'This conversation is closed. You can read it, but not reply.',
  invalid: 'This link is not valid or has expired. Request a new link.',
  removed: 'Your access to this conversation has ended. Request a new link if you need one.',
  gone: 'This conversation no longer exists.',
  unavailable: 'The conversation could not be loaded.',
};

export type Texts = typeof en;

const de: Texts = {
  conversation: 'Unterhaltung',
  conversationWith: (tenant) => `Unterhaltung mit ${tenant}`,
  about: 'Zu dieser Unterhaltung',
  messages: 'Nachrichten',
  loading: 'Die Unterhaltung wird geladen.',
  earlier: 'Frühere Nachrichten',
  newest: 'Neueste Nachrichten',
  newMessages: (count) => (count === 1 ? '1 neue Nachricht' : `${count} neue Nachrichten`),
  empty: 'Es gibt noch keine Nachrichten.',
  you: 'Sie',
  someone: 'Teilnehmer',
  typing: (name) => `${name} schreibt.`,
  typingMany: 'Mehrere Personen schreiben.',
  message: 'Nachricht',
  send: 'Senden',
  sent: 'Gesendet',
  attach: 'Datei anhängen',
  sending: 'Wird gesendet',
  waiting: 'Wartet auf die Verbindung',
  notSent: 'Nicht gesendet.',
  retry: 'Erneut versuchen',
  discard: 'Verwerfen',
  uploading: 'Die Datei wird hochgeladen.',
  uploadFailed: 'Die Datei konnte nicht hochgeladen werden.',
  missing: 'Die Datei ist nicht mehr verfügbar.',
  tooLong: (max) => `Die Nachricht ist zu lang. Erlaubt sind höchstens ${max} Zeichen.`,
  wrongType: 'Dateien dieser Art können nicht gesendet werden. Wählen Sie ein Bild, ein Video oder eine Audiodatei.',
  tooLarge: (mib) => `Die Datei ist zu groß. Erlaubt sind höchstens ${mib} MiB.`,
  deleted: 'Diese Nachricht wurde gelöscht.',
  unknownKind: 'Diese Nachricht kann hier nicht angezeigt werden.',
  opensInNewTab: 'öffnet einen neuen Tab',
  location: 'Standort',
  openMap: 'Karte öffnen',
  shareLocation: 'Meinen Standort teilen',
  noLocation:
    'Ihr Standort konnte nicht bestimmt werden. Erlauben Sie den Zugriff im Browser, oder schreiben Sie Ihre Adresse.',
  media: { IMAGE: 'Bild', VIDEO: 'Video', AUDIO: 'Audio' },
  reconnecting: 'Die Verbindung ist unterbrochen. Sie wird wiederhergestellt.',
  archived: 'Diese Unterhaltung ist geschlossen. Sie können sie lesen, aber nicht antworten.',
  invalid: 'Dieser Link ist ungültig oder abgelaufen. Bitten Sie um einen neuen Link.',
  removed: 'Ihr Zugriff auf diese Unterhaltung ist beendet. Bitten Sie bei Bedarf um einen neuen Link.',
  gone: 'Diese Unterhaltung gibt es nicht mehr.',
  unavailable: 'Die Unterhaltung konnte nicht geladen werden.',
};

export const texts: Readonly<Record<Language, Texts>> = { en, de };

/** The language of a BCP 47 tag, where the client speaks it. */
export function languageOf(tag: string | null | undefined): Language | undefined {
  const [primary] = (tag ?? '').toLowerCase().split('-');
  return primary === 'en' || primary === 'de' ? primary : undefined;
}

/** The reader's own form of the language, such as `en-GB`. Some browsers list tags that are none, such as `en-US@posix`. */
export const localeOf = (language: Language, listed: readonly string[]): string =>
  listed.find((each) => /^[a-z]{2}(-[a-z0-9]{2,8})*$/i.test(each) && languageOf(each) === language) ?? language;

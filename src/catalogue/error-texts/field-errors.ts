interface Texts {
  readonly en: string;
  readonly de: string;
}
interface FieldErrorText extends Texts {
  /** Texts of an error without details. */
  readonly plain?: Texts;
}

/** Errors of single fields, by code. `{x}` is filled from the details of the error. */
export const fieldErrors = {
  'errors.field.required': { en: 'A value is required.', de: 'Ein Wert ist erforderlich.' },
  'errors.field.unknown': {
    en: 'The call does not define this name. Remove it.',
    de: 'Der Aufruf kennt diesen Namen nicht. Bitte entfernen.',
  },
  'errors.field.repeated': {
    en: 'The value is given more than once. Give it once.',
    de: 'Der Wert ist mehrfach angegeben. Bitte nur einmal angeben.',
  },
  'errors.field.empty': { en: 'The value must not be empty.', de: 'Der Wert darf nicht leer sein.' },
  'errors.field.null': { en: 'The value must not be null.', de: 'Der Wert darf nicht null sein.' },
  'errors.field.type': { en: 'The value must be of type {type}.', de: 'Der Wert muss vom Typ {type} sein.' },
  'errors.field.format': { en: 'The value must be {format}.', de: 'Der Wert muss dieses Format haben: {format}.' },
  'errors.field.pattern': {
    en: 'The value does not match the documented pattern. Use only the characters that it allows.',
    de: 'Der Wert entspricht nicht dem dokumentierten Muster. Bitte nur die erlaubten Zeichen verwenden.',
  },
  'errors.field.characters': {
    en: 'The value contains NUL or an unpaired surrogate. Remove these characters.',
    de: 'Der Wert enthält NUL oder ein halbes Surrogatpaar. Bitte diese Zeichen entfernen.',
  },
  'errors.field.invisible': {
    en: 'The value has no visible character. Enter at least one letter, digit or symbol.',
    de: 'Der Wert hat kein sichtbares Zeichen. Bitte mindestens einen Buchstaben, eine Ziffer oder ein Symbol eingeben.',
  },
  'errors.field.line': {
    en: 'The value contains control characters, line breaks or direction marks. Remove these characters.',
    de: 'Der Wert enthält Steuerzeichen, Zeilenumbrüche oder Richtungszeichen. Bitte diese Zeichen entfernen.',
  },
  'errors.field.number': {
    en: 'The number cannot be stored exactly. Send a smaller number, or send it as a string.',
    de: 'Die Zahl lässt sich nicht genau speichern. Bitte eine kleinere Zahl oder einen String senden.',
  },
  'errors.field.length': {
    en: 'The value must have {min} to {max} characters.',
    de: 'Der Wert muss {min} bis {max} Zeichen haben.',
  },
  'errors.field.range': {
    en: 'The value must be between {min} and {max}.',
    de: 'Der Wert muss zwischen {min} und {max} liegen.',
  },
  'errors.field.count': {
    en: 'The list must have {min} to {max} entries.',
    de: 'Die Liste muss {min} bis {max} Einträge haben.',
  },
  'errors.field.choice': {
    en: 'The value must be one of: {choices}.',
    de: 'Der Wert muss einer von diesen sein: {choices}.',
  },
  'errors.field.too_deep': {
    en: 'The value is nested too deeply. Use fewer levels.',
    de: 'Der Wert ist zu tief verschachtelt. Bitte weniger Ebenen verwenden.',
  },
  'errors.field.too_many': {
    en: 'The value has more than {max} fields and items. Send fewer.',
    de: 'Der Wert hat mehr als {max} Eigenschaften und Einträge. Bitte weniger senden.',
  },
  'errors.field.too_long': {
    en: 'The value is too large. Send a smaller value.',
    de: 'Der Wert ist zu groß. Bitte einen kleineren senden.',
  },
  'errors.field.too_broad': {
    en: 'The search takes more than {seconds} seconds. Search for longer or rarer words.',
    de: 'Die Suche dauert länger als {seconds} Sekunden. Bitte nach längeren oder selteneren Wörtern suchen.',
  },
  'errors.field.too_common': {
    en: 'The password is too common. Choose another password.',
    de: 'Das Passwort ist zu verbreitet. Bitte ein anderes wählen.',
  },
  'errors.field.wrong_password': {
    en: 'The password is wrong. Enter the current password.',
    de: 'Das Passwort ist falsch. Bitte das aktuelle Passwort eingeben.',
  },
  'errors.field.redirect_uri': {
    en: 'The URL must be on an app of the tenant, in normalized form and without a fragment.',
    de: 'Die URL muss zu einer App des Mandanten gehören, in normalisierter Form und ohne Fragment.',
  },
  'errors.field.taken': {
    en: '“{value}” is taken. Choose another value.',
    de: '„{value}“ ist bereits vergeben. Bitte einen anderen Wert wählen.',
    plain: {
      en: 'The value is taken. Choose another value.',
      de: 'Der Wert ist bereits vergeben. Bitte einen anderen wählen.',
    },
  },
  'errors.field.reserved': {
    en: 'The value is reserved. Choose another value.',
    de: 'Der Wert ist reserviert. Bitte einen anderen wählen.',
  },
  'errors.field.mismatch': {
    en: 'The value must equal the value in the path.',
    de: 'Der Wert muss dem Wert im Pfad entsprechen.',
  },
  'errors.field.excluded_path': {
    en: 'The schema of the conversation type allows no value at this path. Check the spelling of the path.',
    de: 'Das Schema des Unterhaltungstyps lässt an diesem Pfad keinen Wert zu. Bitte die Schreibweise prüfen.',
  },
  'errors.field.reference': {
    en: 'The value refers to a resource that does not exist. Check the id.',
    de: 'Der Wert verweist auf eine Ressource, die es nicht gibt. Bitte die Id prüfen.',
  },
  'errors.field.refused': {
    en: 'The value is not allowed here. Remove it or keep the current value.',
    de: 'Der Wert ist hier nicht erlaubt. Bitte entfernen oder den bisherigen Wert beibehalten.',
  },
  'errors.field.together': {
    en: 'The value cannot be combined with {other}. Send only one of them.',
    de: 'Der Wert lässt sich nicht mit {other} kombinieren. Bitte nur eines von beiden senden.',
  },
  'errors.field.past': {
    en: 'The time must be in the future.',
    de: 'Der Zeitpunkt muss in der Zukunft liegen.',
  },
  'errors.field.future': {
    en: 'The time must not be in the future.',
    de: 'Der Zeitpunkt darf nicht in der Zukunft liegen.',
  },
  'errors.field.scope': {
    en: 'The list has a scope that the calling API key does not have. Remove this scope.',
    de: 'Die Liste enthält einen Bereich, den der aufrufende API-Schlüssel nicht hat. Bitte diesen Bereich entfernen.',
  },
  'errors.field.too_far': {
    en: 'The time is too far in the future. Choose an earlier time.',
    de: 'Der Zeitpunkt liegt zu weit in der Zukunft. Bitte einen früheren wählen.',
  },
  'errors.field.schema': {
    en: 'The value violates a rule of the schema: {keyword}.',
    de: 'Der Wert verletzt eine Regel des Schemas: {keyword}.',
  },
  'errors.field.placeholder': {
    en: 'The schema does not declare this placeholder: {placeholder}.',
    de: 'Das Schema deklariert diesen Platzhalter nicht: {placeholder}.',
  },
  'errors.field.parameter': {
    en: 'No parameter has the name of this placeholder: {placeholder}.',
    de: 'Kein Parameter hat den Namen dieses Platzhalters: {placeholder}.',
  },
  'errors.field.template_kind': {
    en: 'The message template must be of kind {kind}.',
    de: 'Die Nachrichtenvorlage muss von der Art {kind} sein.',
  },
  'errors.field.too_slow': {
    en: 'The validation against the schema takes too long. Simplify the schema or the value.',
    de: 'Die Validierung gegen das Schema dauert zu lange. Bitte Schema oder Wert vereinfachen.',
  },
  'errors.field.label_scope': {
    en: 'The list contains another label with the same scope. Keep one label per scope.',
    de: 'Die Liste enthält ein weiteres Label mit demselben Bereich. Erlaubt ist eines je Bereich.',
  },
  'errors.field.address': {
    en: 'The value must be an http or https URL of a public address, without user information.',
    de: 'Der Wert muss eine http- oder https-URL mit öffentlicher Adresse und ohne Benutzerangabe sein.',
  },
  'errors.field.invite_code': {
    en: 'The invite code is missing or wrong.',
    de: 'Der Einladungscode fehlt oder ist falsch.',
  },
} as const satisfies Record<`errors.field.${string}`, FieldErrorText>;

export type FieldErrorCode = keyof typeof fieldErrors;

/** The message of a field error. A detail that is missing leaves its placeholder. */
export function fieldErrorText(
  code: FieldErrorCode,
  language: keyof Texts,
  details?: Readonly<Record<string, unknown>>,
): string {
  const texts: FieldErrorText = fieldErrors[code];
  const text = (details === undefined && texts.plain?.[language]) || texts[language];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(details?.[name] ?? whole));
}

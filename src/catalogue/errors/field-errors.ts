/** What can be wrong with a field; `{x}` is filled from the details. */
export const fieldErrors = {
  'errors.field.required': { en: 'is required', de: 'fehlt' },
  'errors.field.unknown': { en: 'is not known here', de: 'ist hier nicht bekannt' },
  'errors.field.repeated': { en: 'is given twice', de: 'ist doppelt angegeben' },
  'errors.field.empty': { en: 'must not be empty', de: 'darf nicht leer sein' },
  'errors.field.null': { en: 'must not be null', de: 'darf nicht null sein' },
  'errors.field.type': { en: 'must be of type {type}', de: 'muss vom Typ {type} sein' },
  'errors.field.format': { en: 'must be {format}', de: 'muss {format} sein' },
  'errors.field.pattern': { en: 'has characters that are not allowed', de: 'enthält unerlaubte Zeichen' },
  'errors.field.characters': {
    en: 'has characters that cannot be stored',
    de: 'enthält Zeichen, die nicht gespeichert werden können',
  },
  'errors.field.length': { en: 'must have {min} to {max} characters', de: 'muss {min} bis {max} Zeichen haben' },
  'errors.field.range': { en: 'must be from {min} to {max}', de: 'muss von {min} bis {max} reichen' },
  'errors.field.count': { en: 'must have {min} to {max} entries', de: 'muss {min} bis {max} Einträge haben' },
  'errors.field.choice': { en: 'must be one of {choices}', de: 'muss eines von {choices} sein' },
  'errors.field.too_deep': { en: 'is nested too deeply', de: 'ist zu tief verschachtelt' },
  'errors.field.too_long': { en: 'is too long', de: 'ist zu lang' },
  'errors.field.too_common': { en: 'is too common', de: 'ist zu verbreitet' },
  'errors.field.taken': { en: 'is taken', de: 'ist vergeben' },
  'errors.field.mismatch': { en: 'must equal the one in the path', de: 'muss dem im Pfad gleichen' },
  'errors.field.reference': { en: 'names something that does not exist', de: 'nennt etwas, das es nicht gibt' },
  'errors.field.refused': { en: 'cannot be set here', de: 'kann hier nicht gesetzt werden' },
  'errors.field.together': { en: 'cannot go with {other}', de: 'verträgt sich nicht mit {other}' },
  'errors.field.past': { en: 'must lie in the future', de: 'muss in der Zukunft liegen' },
  'errors.field.too_far': { en: 'lies too far in the future', de: 'liegt zu weit in der Zukunft' },
  'errors.field.schema': { en: 'does not meet the schema: {keyword}', de: 'genügt dem Schema nicht: {keyword}' },
  'errors.field.placeholder': {
    en: 'has a placeholder that the schema does not know: {placeholder}',
    de: 'hat einen Platzhalter, den das Schema nicht kennt: {placeholder}',
  },
  'errors.field.parameter': {
    en: 'has a placeholder that no parameter names: {placeholder}',
    de: 'hat einen Platzhalter, den kein Parameter nennt: {placeholder}',
  },
  'errors.field.template_kind': {
    en: 'names a template that is not of kind {kind}',
    de: 'nennt eine Vorlage, die nicht von der Art {kind} ist',
  },
  'errors.field.too_slow': {
    en: 'takes too long to be checked',
    de: 'lässt sich nicht in vertretbarer Zeit prüfen',
  },
  'errors.field.label_scope': {
    en: 'has another label of its scope beside it',
    de: 'steht neben einem anderen Label seines Bereichs',
  },
  'errors.field.address': {
    en: 'must be an http or https address outside private networks, without user-info',
    de: 'muss eine http- oder https-Adresse außerhalb privater Netze sein, ohne Benutzerangabe',
  },
  'errors.field.invite_code': { en: 'is missing or wrong', de: 'fehlt oder ist falsch' },
} as const satisfies Record<string, { readonly en: string; readonly de: string }>;

export type FieldErrorCode = keyof typeof fieldErrors;

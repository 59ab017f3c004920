/** What kind of no it is. The HTTP status of each kind is said in `src/http/rejection.filter.ts`. */
export type RejectionKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'absent'
  | 'method'
  | 'unacceptable'
  | 'conflict'
  | 'precondition'
  | 'too-large'
  | 'headers-too-large'
  | 'too-slow'
  | 'media-type'
  | 'key-reused'
  | 'too-many'
  | 'unavailable'
  | 'broken';

interface Said {
  readonly kind: RejectionKind;
  readonly en: string;
  readonly de: string;
}

const says = (kind: RejectionKind, en: string, de: string): Said => ({ kind, en, de });

/** The error catalogue: every way of saying no, once. A code outside it does not compile. */
export const rejections = {
  'errors.validation.failed': says('invalid', 'Validation failed', 'Die Prüfung ist fehlgeschlagen'),
  'errors.body.malformed': says('invalid', 'The body is not well-formed', 'Der Inhalt ist nicht wohlgeformt'),
  'errors.position.unreadable': says('invalid', 'Not a position of this service', 'Keine Position dieses Dienstes'),
  'errors.credentials.ambiguous': says(
    'invalid',
    'Two credentials of different principals',
    'Zwei Zugangsdaten verschiedener Inhaber',
  ),
  'errors.grant.invalid': says(
    'invalid',
    'Wrong e-mail or password, or a token that is spent, foreign or too old',
    'Falsche E-Mail-Adresse oder falsches Passwort, oder ein verbrauchtes, fremdes oder zu altes Token',
  ),
  'errors.grant.unsupported': says(
    'invalid',
    'This grant type is not supported',
    'Diese Art der Berechtigung wird nicht unterstützt',
  ),
  'errors.unauthenticated': says(
    'unauthenticated',
    'Missing or invalid credentials',
    'Zugangsdaten fehlen oder sind ungültig',
  ),
  'errors.token.expired': says('unauthenticated', 'The token has expired', 'Das Token ist abgelaufen'),
  'errors.forbidden': says('forbidden', 'Not allowed', 'Nicht erlaubt'),
  'errors.invite_code.invalid': says(
    'forbidden',
    'The invite code is missing or wrong',
    'Der Einladungscode fehlt oder ist falsch',
  ),
  'errors.not_found': says('absent', 'Not found', 'Nicht gefunden'),
  'errors.tenant.not_found': says('absent', 'There is no such tenant', 'Diesen Mandanten gibt es nicht'),
  'errors.user.not_found': says('absent', 'There is no such user', 'Diesen Benutzer gibt es nicht'),
  'errors.api_key.not_found': says('absent', 'There is no such API key', 'Diesen API-Schlüssel gibt es nicht'),
  'errors.conversation_type.not_found': says(
    'absent',
    'There is no such conversation type',
    'Diesen Unterhaltungstyp gibt es nicht',
  ),
  'errors.conversation.not_found': says('absent', 'There is no such conversation', 'Diese Unterhaltung gibt es nicht'),
  'errors.participant.not_found': says('absent', 'There is no such participant', 'Diesen Teilnehmer gibt es nicht'),
  'errors.message.not_found': says('absent', 'There is no such message', 'Diese Nachricht gibt es nicht'),
  'errors.method_not_allowed': says('method', 'Method not allowed here', 'Diese Methode ist hier nicht erlaubt'),
  'errors.not_acceptable': says(
    'unacceptable',
    'Only application/json can be answered',
    'Geantwortet wird nur in application/json',
  ),
  'errors.user.exists': says('conflict', 'The e-mail is taken', 'Die E-Mail-Adresse ist vergeben'),
  'errors.tenant.exists': says('conflict', 'The subdomain is taken', 'Die Subdomain ist vergeben'),
  'errors.conversation_type.exists': says(
    'conflict',
    'A conversation type with this id exists',
    'Einen Unterhaltungstyp mit dieser Id gibt es schon',
  ),
  'errors.conversation.exists': says(
    'conflict',
    'A conversation with this id exists',
    'Eine Unterhaltung mit dieser Id gibt es schon',
  ),
  'errors.participant.exists': says(
    'conflict',
    'This participant takes part already, or the id was given before',
    'Dieser Teilnehmer ist schon dabei, oder die Id war schon vergeben',
  ),
  'errors.participant.not_a_client': says(
    'conflict',
    'The participant is not a client',
    'Der Teilnehmer ist kein Kunde',
  ),
  'errors.participant.kept_by_service': says(
    'conflict',
    'This participant is kept by the service',
    'Diesen Teilnehmer führt der Dienst',
  ),
  'errors.conversation.archived': says('conflict', 'The conversation is archived', 'Die Unterhaltung ist archiviert'),
  'errors.conversation.locked': says(
    'conflict',
    'The conversation is locked by someone else',
    'Die Unterhaltung ist von jemand anderem gesperrt',
  ),
  'errors.conversation_type.in_use': says(
    'conflict',
    'Conversations of this type exist',
    'Es gibt Unterhaltungen dieses Typs',
  ),
  'errors.conversation_type.schema_breaks': says(
    'conflict',
    'Existing conversations would break the schema',
    'Bestehende Unterhaltungen würden dem Schema nicht genügen',
  ),
  'errors.message.source_id_taken': says(
    'conflict',
    'Another message has this source_id',
    'Eine andere Nachricht hat diese source_id',
  ),
  'errors.user.last_owner': says(
    'conflict',
    'The last owner cannot go or be demoted',
    'Der letzte Inhaber kann nicht gehen oder zurückgestuft werden',
  ),
  'errors.idempotency.in_progress': says(
    'conflict',
    'The first request with this key is still running',
    'Die erste Anfrage mit diesem Schlüssel läuft noch',
  ),
  'errors.precondition.failed': says(
    'precondition',
    'The resource has changed since',
    'Die Ressource hat sich inzwischen geändert',
  ),
  'errors.body.too_large': says('too-large', 'The body is too large', 'Der Inhalt ist zu groß'),
  'errors.headers.too_large': says(
    'headers-too-large',
    'Address and headers are too large',
    'Adresse und Kopfzeilen sind zu groß',
  ),
  'errors.request.timeout': says(
    'too-slow',
    'The request did not arrive in time',
    'Die Anfrage kam nicht rechtzeitig an',
  ),
  'errors.request.malformed': says('invalid', 'This is not a request', 'Das ist keine Anfrage'),
  'errors.content_type.unsupported': says(
    'media-type',
    'This content type or encoding is not supported',
    'Dieser Inhaltstyp oder diese Kodierung wird nicht unterstützt',
  ),
  'errors.idempotency.body_differs': says(
    'key-reused',
    'The key was used with another body',
    'Der Schlüssel wurde mit einem anderen Inhalt benutzt',
  ),
  'errors.rate_limited': says('too-many', 'Too many requests', 'Zu viele Anfragen'),
  'errors.position.not_reached': says(
    'unavailable',
    'The read model has not come that far yet',
    'Das Lesemodell ist noch nicht so weit',
  ),
  'errors.store.unavailable': says(
    'unavailable',
    'The store cannot be reached right now',
    'Der Speicher ist gerade nicht erreichbar',
  ),
  'errors.internal': says('broken', 'Something broke on our side', 'Bei uns ist etwas kaputtgegangen'),
} as const satisfies Record<string, Said>;

export type RejectionCode = keyof typeof rejections;

/** One thing that is wrong, and where: `participants.0.display_name` from the body's root. */
export interface Fault {
  readonly path: string;
  readonly code: FaultCode;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A refusal, as the caller is told it. */
export class Rejection extends Error {
  constructor(
    readonly code: RejectionCode,
    readonly faults: readonly Fault[] = [],
    readonly details?: Readonly<Record<string, unknown>>,
  ) {
    super(code);
  }
}

export const reject = (code: RejectionCode, details?: Readonly<Record<string, unknown>>): never => {
  throw new Rejection(code, [], details);
};

/** Refuses because of what stands at `path` in the request. */
export const rejectAt = (
  path: string,
  code: FaultCode,
  details?: Readonly<Record<string, unknown>>,
  as: RejectionCode = 'errors.validation.failed',
): never => {
  throw new Rejection(as, [{ path, code, ...(details ? { details } : {}) }]);
};

/** What can be wrong with a field; `{x}` is filled from the details. */
export const faults = {
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
  'errors.field.too_slow': {
    en: 'takes too long to be checked',
    de: 'lässt sich nicht in vertretbarer Zeit prüfen',
  },
  'errors.field.label_scope': {
    en: 'has another label of its scope beside it',
    de: 'steht neben einem anderen Label seines Bereichs',
  },
  'errors.field.invite_code': { en: 'is missing or wrong', de: 'fehlt oder ist falsch' },
} as const satisfies Record<string, { readonly en: string; readonly de: string }>;

export type FaultCode = keyof typeof faults;

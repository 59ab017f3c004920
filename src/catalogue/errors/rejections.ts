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
  'errors.message_template.is_system': says(
    'forbidden',
    'A message template of the service cannot be changed',
    'Eine Nachrichtenvorlage des Dienstes lässt sich nicht ändern',
  ),
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
  'errors.webhook_settings.not_found': says(
    'absent',
    'There are no webhook settings yet',
    'Es gibt noch keine Webhook-Einstellungen',
  ),
  'errors.webhook_feature.not_found': says(
    'absent',
    'This webhook type was not set',
    'Diese Webhook-Art wurde nicht gesetzt',
  ),
  'errors.webhook_delivery.not_found': says('absent', 'There is no such delivery', 'Diese Zustellung gibt es nicht'),
  'errors.webhook_settings.exists': says(
    'conflict',
    'There are webhook settings already',
    'Webhook-Einstellungen gibt es schon',
  ),
  'errors.sms_settings.not_found': says(
    'absent',
    'There are no SMS provider settings',
    'Es gibt keine Einstellungen für den SMS-Anbieter',
  ),
  'errors.message.not_found': says('absent', 'There is no such message', 'Diese Nachricht gibt es nicht'),
  'errors.message_template.not_found': says(
    'absent',
    'There is no such message template',
    'Diese Nachrichtenvorlage gibt es nicht',
  ),
  'errors.workflow.not_found': says('absent', 'There is no such workflow', 'Diesen Ablauf gibt es nicht'),
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
  'errors.message_template.exists': says(
    'conflict',
    'A message template with this name exists',
    'Eine Nachrichtenvorlage mit diesem Namen gibt es schon',
  ),
  'errors.workflow.exists': says(
    'conflict',
    'A workflow with this id exists',
    'Einen Ablauf mit dieser Id gibt es schon',
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
  'errors.message_template.in_use': says(
    'conflict',
    'A conversation type or a workflow names this message template',
    'Ein Unterhaltungstyp oder ein Ablauf nennt diese Nachrichtenvorlage',
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

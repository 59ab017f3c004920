import type { RejectionTable } from './rejection-entry.js';

/** Any call may be rejected with these codes before its own rules apply. */
export const requestRejections = {
  'errors.validation.failed': {
    kind: 'invalid',
    en: 'Validation failed',
    de: 'Die Validierung ist fehlgeschlagen',
    cause: 'A field of the body, a query parameter or a header breaks a rule of the call.',
    remedy: 'Correct every entry of `errors` at its `path`, then send the request again.',
  },
  'errors.body.malformed': {
    kind: 'invalid',
    en: 'The body cannot be parsed. Send well-formed UTF-8 in the declared content type.',
    de: 'Der Inhalt ist nicht lesbar. Erwartet wird wohlgeformtes UTF-8 im angegebenen Inhaltstyp.',
    cause:
      'The body is not well-formed JSON or not a well-formed form, or it is not valid UTF-8. Or it has more levels, fields or items than a body may have.',
    remedy:
      'Serialise the body with a JSON library and send it in UTF-8. If `errors` names a limit, send a smaller body.',
  },
  'errors.request.malformed': {
    kind: 'invalid',
    en: 'The data received is not an HTTP request. Send HTTP/1.1.',
    de: 'Die empfangenen Daten sind keine HTTP-Anfrage. Erwartet wird HTTP/1.1.',
    cause: 'The connection carries bytes that are not a valid HTTP/1.1 request.',
    remedy: 'Check the client and the proxies between client and service.',
  },
  'errors.position.unreadable': {
    kind: 'invalid',
    en: 'This service did not issue the position. Send a position from one of its responses.',
    de: 'Dieser Dienst hat die Position nicht vergeben. Erwartet wird eine Position aus einer seiner Antworten.',
    cause: 'A position was changed, shortened or taken from another deployment.',
    remedy: 'Send positions back unchanged. To start from the beginning, leave the position out.',
  },
  'errors.not_found': {
    kind: 'not-found',
    en: 'The path or the resource does not exist. Check the path and the ids.',
    de: 'Der Pfad oder die Ressource existiert nicht. Bitte Pfad und Ids prüfen.',
    cause: 'The path is not part of the API, or the resource is not visible to the caller.',
    remedy: 'Check the path against the API reference and the ids against your data.',
  },
  'errors.method_not_allowed': {
    kind: 'method-not-allowed',
    en: 'The path does not support this method. Use one of the methods in the Allow header.',
    de: 'Der Pfad unterstützt diese Methode nicht. Bitte eine der Methoden im Header Allow verwenden.',
    cause: 'The path exists, but not with the HTTP method of the request.',
    remedy: 'Use one of the methods in the `Allow` response header.',
  },
  'errors.not_acceptable': {
    kind: 'not-acceptable',
    en: 'The Accept header excludes application/json, the only response format. Remove the header.',
    de: 'Der Header Accept schließt application/json aus, das einzige Antwortformat. Bitte den Header weglassen.',
    cause: 'The `Accept` header of the request does not allow `application/json`.',
    remedy: 'Send `Accept: application/json` or leave the header out.',
  },
  'errors.request.timeout': {
    kind: 'timeout',
    en: 'The request did not arrive within 30 seconds. Send it again.',
    de: 'Die Anfrage kam nicht innerhalb von 30 Sekunden an. Bitte erneut senden.',
    cause: 'The client did not send the whole request within 30 seconds.',
    remedy: 'Check the connection and send the request again.',
  },
  'errors.precondition.failed': {
    kind: 'precondition-failed',
    en: 'If-Match does not name the current revision. Read the resource again and send its ETag.',
    de: 'If-Match nennt nicht die aktuelle Revision. Die Ressource neu lesen und ihr ETag senden.',
    cause: 'The resource changed after the ETag was read, does not exist, or `If-Match` is not an ETag.',
    remedy: 'Read the resource again, apply the change to the new version, and send the new ETag.',
  },
  'errors.body.too_large': {
    kind: 'too-large',
    en: 'The body is too large. Send a smaller body.',
    de: 'Der Inhalt ist zu groß. Bitte einen kleineren Inhalt senden.',
    cause: 'The body exceeds 1 MiB, 64 KiB as a form, or the `conversation_data` limit of the deployment.',
    remedy: 'Split the request, or store large values outside `conversation_data`.',
  },
  'errors.answer.too_large': {
    kind: 'too-large',
    en: 'The response would be too large. Request fewer items or fewer includes.',
    de: 'Die Antwort wäre zu groß. Bitte weniger Einträge oder weniger includes anfordern.',
    cause: 'The items together exceed the response limit, 32 MiB unless the deployment sets another one.',
    remedy: 'Send fewer ids in a request, omit includes, or read the list in pages.',
  },
  'errors.headers.too_large': {
    kind: 'headers-too-large',
    en: 'The URL and the headers exceed 16 KiB. Send fewer or shorter headers.',
    de: 'URL und Header sind größer als 16 KiB. Bitte weniger oder kürzere Header senden.',
    cause: 'The request line and the headers together exceed 16 KiB.',
    remedy: 'Remove cookies and other headers that the service does not use.',
  },
  'errors.content_type.unsupported': {
    kind: 'unsupported-media-type',
    en: 'The content type or encoding is not supported. Send uncompressed UTF-8 in a content type of the call.',
    de: 'Inhaltstyp oder Kodierung werden nicht unterstützt. Erwartet wird unkomprimiertes UTF-8 im Inhaltstyp des Aufrufs.',
    cause: 'The request has a `Content-Type`, a charset or a `Content-Encoding` that the call does not accept.',
    remedy: 'Send `application/json` in UTF-8 without `Content-Encoding`. The token call expects a form.',
  },
  'errors.idempotency.in_progress': {
    kind: 'conflict',
    en: 'The first request with this Idempotency-Key is still running. Retry later with the same key.',
    de: 'Die erste Anfrage mit diesem Idempotency-Key läuft noch. Bitte später mit demselben Schlüssel wiederholen.',
    cause: 'Two requests with the same `Idempotency-Key` run at the same time.',
    remedy: 'Retry with the same key after a short pause to get the first response.',
  },
  'errors.idempotency.body_differs': {
    kind: 'key-reused',
    en: 'The Idempotency-Key was used with a different body. Use a new key for a new request.',
    de: 'Der Idempotency-Key wurde mit einem anderen Inhalt benutzt. Eine neue Anfrage braucht einen neuen Schlüssel.',
    cause: 'A request with the same `Idempotency-Key` and another body was accepted earlier.',
    remedy: 'Generate a new key for every new request. Reuse a key only with the same body.',
  },
  'errors.rate_limited': {
    kind: 'too-many-requests',
    en: 'Too many requests. Retry after the time in the Retry-After header.',
    de: 'Zu viele Anfragen. Bitte nach der Zeit im Header Retry-After wiederholen.',
    cause: 'The caller sends more requests, or more large bodies at the same time, than the service accepts.',
    remedy: 'Wait for the seconds in `Retry-After`, then send the request again.',
  },
} as const satisfies RejectionTable;

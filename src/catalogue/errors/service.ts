import type { RejectionTable } from './rejection-entry.js';

/** The service is temporarily unable to answer, or failed. */
export const serviceRejections = {
  'errors.service.starting': {
    kind: 'unavailable',
    en: 'The service is starting and is building its read models. Retry after the time in the Retry-After header.',
    de: 'Der Dienst startet und baut seine Lesemodelle. Bitte nach der Zeit im Header Retry-After wiederholen.',
    cause: 'The process waits for its stores or folds the event log. `details.percent` is the completed share.',
    remedy: 'Retry with the same `Idempotency-Key` after the seconds in `Retry-After`.',
  },
  'errors.position.not_reached': {
    kind: 'unavailable',
    en: 'The read model has not reached the position yet. Retry after the time in the Retry-After header.',
    de: 'Das Lesemodell hat die Position noch nicht erreicht. Bitte nach der Zeit im Header Retry-After wiederholen.',
    cause: 'The read model is behind the `Tidings-Position` of the request, or it is still being built.',
    remedy: 'Retry with the same position after the seconds in `Retry-After`.',
  },
  'errors.store.unavailable': {
    kind: 'unavailable',
    en: 'A store is temporarily unavailable. Retry after the time in the Retry-After header.',
    de: 'Ein Speicher ist vorübergehend nicht verfügbar. Bitte nach der Zeit im Header Retry-After wiederholen.',
    cause:
      'The event log or a store does not respond, a stored value is missing or damaged, or too much work is waiting.',
    remedy: 'Retry with the same `Idempotency-Key` after the seconds in `Retry-After`.',
  },
  'errors.store.refused': {
    kind: 'unavailable',
    en: 'A store refuses the user or the password of the service. The operator must correct its URL.',
    de: 'Ein Speicher lehnt den Benutzer oder das Passwort des Dienstes ab. Der Betreiber muss die URL berichtigen.',
    cause: 'The event store or MongoDB refuses the credentials of `EVENT_STORE_URL` or `READ_STORE_URL`.',
    remedy: 'Correct the URL and restart the process. Its log names the store.',
  },
  'errors.stream.unreadable': {
    kind: 'unavailable',
    en: 'An event of the resource is damaged in the event log. The operator must restore it.',
    de: 'Ein Ereignis der Ressource ist im Ereignisprotokoll beschädigt. Der Betreiber muss es wiederherstellen.',
    cause: 'The event log has an event of the resource that cannot be decoded.',
    remedy:
      'Report the `request_id` to the operator, who finds the event in the log of the service. Other resources work.',
  },
  'errors.internal': {
    kind: 'internal',
    en: 'The service failed unexpectedly. Quote the request_id when you report the failure.',
    de: 'Im Dienst ist ein unerwarteter Fehler aufgetreten. Bei einer Meldung bitte die request_id angeben.',
    cause: 'A defect of the service stopped the request.',
    remedy: 'Report the `request_id`. A retry with the same `Idempotency-Key` is safe.',
  },
} as const satisfies RejectionTable;

import type { RejectionTable } from './rejection-entry.js';

/** Checkpoints of the event log, and what they prove. */
export const auditRejections = {
  'errors.event.not_found': {
    kind: 'not-found',
    en: 'The event does not exist.',
    de: 'Das Ereignis existiert nicht.',
    cause: 'No event of the tenant has the id.',
    remedy: 'Use an id from `GET /events`, the header `webhook-id` or a frame.',
  },
  'errors.audit.not_sealed_yet': {
    kind: 'conflict',
    en: 'No checkpoint covers the event yet. Retry after the time in the Retry-After header.',
    de: 'Noch kein Prüfpunkt umfasst das Ereignis. Bitte nach der Zeit im Header Retry-After wiederholen.',
    cause: 'The event is younger than the last checkpoint, or the tenant has no checkpoint yet.',
    remedy: 'Retry after the seconds in `Retry-After`. A checkpoint follows new events within seconds.',
  },
} as const satisfies RejectionTable;

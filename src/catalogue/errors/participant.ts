import type { RejectionTable } from './rejection-entry.js';

/** Participants of a conversation. */
export const participantRejections = {
  'errors.participant.not_found': {
    kind: 'not-found',
    en: 'The participant does not exist.',
    de: 'Der Teilnehmer existiert nicht.',
    cause: 'No participant of the conversation has the id, or the participant was removed.',
    remedy: 'List the participants of the conversation to find the id.',
  },
  'errors.participant.exists': {
    kind: 'conflict',
    en: 'The participant id or the user is already in use in this conversation.',
    de: 'Die Teilnehmer-Id oder der Benutzer ist in dieser Unterhaltung bereits vergeben.',
    cause: 'The user already takes part, or a present or removed participant has the id.',
    remedy: 'Choose another id. A user takes part in a conversation once.',
  },
  'errors.participant.not_a_client': {
    kind: 'conflict',
    en: 'The participant is not a client. Only clients have a client URL.',
    de: 'Der Teilnehmer ist kein Kunde. Nur Kunden haben eine Client-URL.',
    cause: 'A client URL was requested for a participant of another kind than CLIENT.',
    remedy: 'Request client URLs only for participants of kind CLIENT.',
  },
  'errors.participant.kept_by_service': {
    kind: 'conflict',
    en: 'The service manages this participant. It cannot be changed or removed.',
    de: 'Der Dienst verwaltet diesen Teilnehmer. Er kann weder geändert noch entfernt werden.',
    cause: 'The participant has the kind SHARED or WORKFLOW.',
    remedy: 'Change the display names of these participants in the conversation type.',
  },
} as const satisfies RejectionTable;

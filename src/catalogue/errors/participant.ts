import type { RejectionTable } from './rejection-entry.js';

/** Participants of a conversation. */
export const participantRejections = {
  'errors.participant.not_found': {
    kind: 'not-found',
    en: 'The participant does not exist. Check the id.',
    de: 'Der Teilnehmer existiert nicht. Bitte die Id prüfen.',
    cause: 'No participant of the conversation has the id, or the participant was removed.',
    remedy: 'List the participants of the conversation to find the id.',
  },
  'errors.participant.exists': {
    kind: 'conflict',
    en: 'The participant id or the user is already in this conversation. Choose another one.',
    de: 'Die Teilnehmer-Id oder der Benutzer ist bereits in dieser Unterhaltung. Bitte andere wählen.',
    cause: 'The user already takes part, or a current or removed participant has the id.',
    remedy: 'Choose another id. A user takes part in a conversation once.',
  },
  'errors.participant.not_a_client': {
    kind: 'conflict',
    en: 'The participant is not a client. Request client URLs only for clients.',
    de: 'Der Teilnehmer ist kein Kunde. Bitte Client-URLs nur für Kunden anfordern.',
    cause: 'A client URL was requested for a participant of a kind other than CLIENT.',
    remedy: 'Request client URLs only for participants of kind CLIENT.',
  },
  'errors.participant.kept_by_service': {
    kind: 'conflict',
    en: 'The service manages this participant. Change its name in the conversation type.',
    de: 'Der Dienst verwaltet diesen Teilnehmer. Sein Name lässt sich im Unterhaltungstyp ändern.',
    cause: 'The participant has the kind SHARED or WORKFLOW.',
    remedy: 'Change the display names of these participants in the conversation type.',
  },
} as const satisfies RejectionTable;

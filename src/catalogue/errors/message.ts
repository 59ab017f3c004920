import type { RejectionTable } from './rejection-entry.js';

/** Messages of a conversation. */
export const messageRejections = {
  'errors.message.not_found': {
    kind: 'not-found',
    en: 'The message does not exist. Check the id.',
    de: 'Die Nachricht existiert nicht. Bitte die Id prüfen.',
    cause: 'No message of the conversation has the id in the path.',
    remedy: 'List the messages of the conversation to find the id.',
  },
  'errors.message.source_id_taken': {
    kind: 'conflict',
    en: 'Another message of the conversation has this source_id. Choose another source_id.',
    de: 'Eine andere Nachricht der Unterhaltung hat diese source_id. Bitte eine andere wählen.',
    cause: 'A message with the same `source_id` and another content or author was posted earlier.',
    remedy: 'Generate a new `source_id` for every new message. Reuse one only to repeat the same message.',
  },
} as const satisfies RejectionTable;

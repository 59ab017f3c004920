import type { RejectionTable } from './rejection-entry.js';

/** Message templates of a tenant and of the service. */
export const messageTemplateRejections = {
  'errors.message_template.not_found': {
    kind: 'not-found',
    en: 'The message template does not exist. Check the name.',
    de: 'Die Nachrichtenvorlage existiert nicht. Bitte den Namen prüfen.',
    cause: 'No message template of the tenant has the name in the path.',
    remedy: 'List the message templates of the tenant to find the name.',
  },
  'errors.message_template.exists': {
    kind: 'conflict',
    en: 'A message template with this name already exists. Choose another name.',
    de: 'Eine Nachrichtenvorlage mit diesem Namen existiert bereits. Bitte einen anderen Namen wählen.',
    cause: 'The tenant or the service already has a message template with the same `name`.',
    remedy: 'Choose another name, or replace the message template with PUT.',
  },
  'errors.message_template.is_system': {
    kind: 'forbidden',
    en: 'A message template of the service cannot be changed or deleted. Create one with another name.',
    de: 'Eine Nachrichtenvorlage des Dienstes lässt sich weder ändern noch löschen. Bitte eine mit anderem Namen anlegen.',
    cause: 'The name belongs to a message template with `is_system_template: true`.',
    remedy: 'Create a message template with another name and name it in the conversation type.',
  },
  'errors.message_template.blank': {
    kind: 'conflict',
    en: 'The text of the message template was blank, so nothing was sent. Add fixed words to it.',
    de: 'Der Text der Nachrichtenvorlage war leer, daher wurde nichts gesendet. Bitte feste Wörter ergänzen.',
    cause: 'Every value in the text was missing or blank. `missing` of the run names the placeholders.',
    remedy: 'Add fixed words to the text, or trigger the workflow only after the values are set.',
  },
  'errors.message_template.in_use': {
    kind: 'conflict',
    en: 'A conversation type, a workflow or the tenant uses the message template. Remove the reference first.',
    de: 'Ein Unterhaltungstyp, ein Ablauf oder der Mandant benutzt die Nachrichtenvorlage. Bitte zuerst den Verweis entfernen.',
    cause:
      '`details.conversation_types`, `details.workflows` and `details.tenants` list the first ids that name the message template.',
    remedy: 'Set another message template in each of them, then repeat the call.',
  },
} as const satisfies RejectionTable;

import type { RejectionTable } from './rejection-entry.js';

/** Conversations and conversation types. */
export const conversationRejections = {
  'errors.conversation.not_found': {
    kind: 'not-found',
    en: 'The conversation does not exist. Check the id.',
    de: 'Die Unterhaltung existiert nicht. Bitte die Id prüfen.',
    cause: 'No conversation has the id, or the caller may not see it.',
    remedy: 'Check the id. A client participant sees only its own conversation.',
  },
  'errors.conversation.exists': {
    kind: 'conflict',
    en: 'A conversation with this id already exists. Choose another id.',
    de: 'Eine Unterhaltung mit dieser Id existiert bereits. Bitte eine andere Id wählen.',
    cause: 'The tenant already has a conversation with the same `id`.',
    remedy: 'Choose another id, or replace the conversation with PUT.',
  },
  'errors.conversation.removed': {
    kind: 'conflict',
    en: 'A conversation with this id was removed or erased. Choose another id.',
    de: 'Eine Unterhaltung mit dieser Id wurde entfernt oder gelöscht. Bitte eine andere Id wählen.',
    cause:
      'Retention removed the conversation that had the `id`, or a request erased it. Ids of such conversations are never reused.',
    remedy: 'Choose another id.',
  },
  'errors.conversation.erased': {
    kind: 'gone',
    en: 'The conversation was erased and cannot be restored.',
    de: 'Die Unterhaltung wurde gelöscht und lässt sich nicht wiederherstellen.',
    cause: 'A request erased the conversation. Its content is gone, and its id is never reused.',
    remedy: 'Read the certificate with `GET /erasures?subject_id=`.',
  },
  'errors.conversation.legal_hold': {
    kind: 'conflict',
    en: 'The conversation is under a legal hold. Lift the hold before you erase any of it.',
    de: 'Die Unterhaltung unterliegt einer Aufbewahrungspflicht. Bitte diese vor dem Löschen aufheben.',
    cause: 'The conversation, or one in which the user takes part, is under a legal hold. Nothing was erased.',
    remedy: 'Lift the legal hold with `DELETE /conversations/{conversation_id}/legal-hold`, then repeat the call.',
  },
  'errors.conversation.archived': {
    kind: 'conflict',
    en: 'The conversation is archived. Restore it with archived: false first.',
    de: 'Die Unterhaltung ist archiviert. Sie lässt sich mit archived: false wiederherstellen.',
    cause: 'Archived conversations accept no messages.',
    remedy: 'Patch the conversation with `archived: false`, then post the message again.',
  },
  'errors.conversation.locked': {
    kind: 'conflict',
    en: 'Another user holds the lock. Retry after lock_expires_at.',
    de: 'Ein anderer Benutzer hält die Sperre. Bitte nach lock_expires_at wiederholen.',
    cause: 'The lock of the conversation belongs to the user in `details.locked_by`.',
    remedy: 'Wait until `details.lock_expires_at`, or let an owner or an API key unlock the conversation.',
  },
  'errors.erasure.not_found': {
    kind: 'not-found',
    en: 'The erasure does not exist. Check the id.',
    de: 'Die Löschung existiert nicht. Bitte die Id prüfen.',
    cause: 'No erasure of the tenant has the id in the path.',
    remedy: 'List the erasures to find the id.',
  },
  'errors.conversation_type.not_found': {
    kind: 'not-found',
    en: 'The conversation type does not exist. Check the id.',
    de: 'Der Unterhaltungstyp existiert nicht. Bitte die Id prüfen.',
    cause: 'No conversation type of the tenant has the id in the path.',
    remedy: 'List the conversation types of the tenant to find the id.',
  },
  'errors.conversation_type.exists': {
    kind: 'conflict',
    en: 'A conversation type with this id already exists. Choose another id.',
    de: 'Ein Unterhaltungstyp mit dieser Id existiert bereits. Bitte eine andere Id wählen.',
    cause: 'The tenant already has a conversation type with the same `id`.',
    remedy: 'Choose another id, or replace the conversation type with PUT.',
  },
  'errors.conversation_type.in_use': {
    kind: 'conflict',
    en: 'The conversation type is in use. Move its conversations and delete its workflows first.',
    de: 'Der Unterhaltungstyp wird benutzt. Bitte zuerst seine Unterhaltungen verschieben und seine Abläufe löschen.',
    cause:
      'Conversations of this type exist, or workflows name it. `details.conversations` and `details.workflows` count them.',
    remedy: 'Move the conversations to another type, and delete or replace the workflows first.',
  },
  'errors.conversation_type.schema_breaks': {
    kind: 'conflict',
    en: 'Existing conversations do not match the new schema. Correct them, or send the call again with force=true.',
    de: 'Bestehende Unterhaltungen passen nicht zum neuen Schema. Bitte anpassen oder den Aufruf mit force=true wiederholen.',
    cause:
      'The data of `details.conversations` conversations breaks the schema. `details.first` lists the first ids. `details.checked` is present if the check ended early.',
    remedy: 'Correct the data of these conversations, or accept the schema with `force=true`.',
  },
  'errors.conversation_type.check_unfinished': {
    kind: 'conflict',
    en: 'The type has too many conversations to check in time. Send the call again with force=true.',
    de: 'Der Typ hat mehr Unterhaltungen, als in der Zeit geprüft werden können. Bitte den Aufruf mit force=true wiederholen.',
    cause:
      'The first `details.checked` conversations match the new schema. The check of the others would take too long.',
    remedy: 'Accept the schema with `force=true`. Later writes of `conversation_data` are validated against it.',
  },
  'errors.conversation_type.data_required': {
    kind: 'conflict',
    en: 'The schema refuses empty data. Use a conversation type without required properties for visitors.',
    de: 'Das Schema lehnt leere Daten ab. Für Besucher bitte einen Unterhaltungstyp ohne Pflichtangaben wählen.',
    cause:
      'Conversations of visitors start with the `conversation_data` `{}`, and the `conversation_data_schema` of the type refuses it.',
    remedy: 'Give visitors a conversation type with a schema that requires no properties.',
  },
  'errors.visitor_key.not_found': {
    kind: 'not-found',
    en: 'The visitor key does not exist. Use the key of the conversation type.',
    de: 'Der Besucherschlüssel existiert nicht. Bitte den Schlüssel des Unterhaltungstyps verwenden.',
    cause: 'No conversation type has the visitor key. A newer key replaced it, or it ended with its type.',
    remedy: 'Read the conversation type and use its `visitor_key`.',
  },
} as const satisfies RejectionTable;

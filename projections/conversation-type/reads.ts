import type { DocumentStore, Reader } from '../../src/ports/stores/document-store.js';
import { type ConversationTypeRecord, conversationTypes, TEMPLATE_FIELDS } from './projection.js';

export const conversationTypesOf = (documents: DocumentStore, tenantId: string): Reader<ConversationTypeRecord> =>
  documents.reader(conversationTypes, tenantId);

/** Reads types by id, each once, for the conversations of a response. */
export function typesOnce(documents: DocumentStore, tenantId: string) {
  const reader = conversationTypesOf(documents, tenantId);
  const known = new Map<string, Promise<ConversationTypeRecord | undefined>>();
  return (id: string): Promise<ConversationTypeRecord | undefined> => {
    const found = known.get(id) ?? reader.get(id);
    known.set(id, found);
    return found;
  };
}

/** The ids of the first types whose `message_templates` name this template. */
export async function typesNaming(
  documents: DocumentStore,
  tenantId: string,
  template: string,
  limit: number,
): Promise<readonly string[]> {
  const reader = conversationTypesOf(documents, tenantId);
  const pages = await Promise.all(
    TEMPLATE_FIELDS.map((field) => reader.find({ where: [{ field, is: '=', value: template }], limit })),
  );
  return [...new Set(pages.flatMap(({ keys }) => keys))].sort().slice(0, limit);
}

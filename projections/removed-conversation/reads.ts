import type { DocumentStore } from '../../src/ports/stores/document-store.js';
import { removedConversations } from './projection.js';

export async function isErased(documents: DocumentStore, tenantId: string, id: string): Promise<boolean> {
  return (await documents.reader(removedConversations, tenantId).get(id))?.erased === true;
}

/** Those of the conversations that are removed for good. */
export async function removedAmong(
  documents: DocumentStore,
  tenantId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  return (await documents.reader(removedConversations, tenantId).many(ids)).map(({ id }) => id);
}

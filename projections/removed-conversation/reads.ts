import type { DocumentStore } from '../../src/ports/stores/document-store.js';
import { removedConversations } from './projection.js';

/** Those of the conversations that are removed for good. */
export async function removedAmong(
  documents: DocumentStore,
  tenantId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  return (await documents.reader(removedConversations, tenantId).many(ids)).map(({ id }) => id);
}

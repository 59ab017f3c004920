import type { DocumentStore } from '../../src/ports/document-store.js';
import { conversationData } from './projection.js';

/** Where large data are kept. */
interface Kept {
  get(tenantId: string, digest: string): Promise<Uint8Array | undefined>;
}

/** The data of a conversation; undefined where it has none. */
export async function conversationDataOf(
  documents: DocumentStore,
  blobs: Kept,
  tenantId: string,
  conversationId: string,
): Promise<unknown> {
  const kept = await documents.reader(conversationData, tenantId).get(conversationId);
  if (!kept || kept.data.value !== undefined) return kept?.data.value;
  const bytes = await blobs.get(tenantId, kept.data.digest);
  if (!bytes) throw new Error(`the blob ${kept.data.digest} of conversation_data is missing`);
  return JSON.parse(Buffer.from(bytes).toString());
}

import type { DocumentStore } from '../../src/ports/document-store.js';
import { conversationData } from './projection.js';

/** Where large data are kept. */
interface ResourceRecord {
  get(tenantId: string, digest: string): Promise<Uint8Array | undefined>;
}

/** The data of a conversation; undefined where it has none. */
export async function conversationDataOf(
  documents: DocumentStore,
  blobs: ResourceRecord,
  tenantId: string,
  conversationId: string,
): Promise<unknown> {
  const record = await documents.reader(conversationData, tenantId).get(conversationId);
  if (!record || record.data.value !== undefined) return record?.data.value;
  const bytes = await blobs.get(tenantId, record.data.digest);
  if (!bytes) throw new Error(`The blob ${record.data.digest} of conversation_data is missing.`);
  return JSON.parse(Buffer.from(bytes).toString());
}

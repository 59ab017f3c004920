import type { DocumentStore } from '../../src/ports/stores/document-store.js';
import { blobReferences } from './projection.js';

/** Whether an event of a conversation names the blob. */
export async function isBlobNamed(documents: DocumentStore, tenantId: string, digest: string): Promise<boolean> {
  const where = [{ field: 'digest', is: '=', value: digest } as const];
  return (await documents.reader(blobReferences, tenantId).find({ where, limit: 1 })).docs.length > 0;
}

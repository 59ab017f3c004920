import type { Frontend } from '../../src/kernel/frontend.js';
import type { DocumentStore } from '../../src/ports/document-store.js';
import { tenants } from './projection.js';

/** A tenant's own document. */
export const tenantOf = (documents: DocumentStore, tenantId: string) =>
  documents.reader(tenants, tenantId).get(tenantId);

/** Where the apps of a tenant are; undefined for an unknown tenant. */
export async function frontendOf(documents: DocumentStore, tenantId: string): Promise<Frontend | undefined> {
  const record = await tenantOf(documents, tenantId);
  return record && { tenantId, subdomain: record.value.subdomain };
}

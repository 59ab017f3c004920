import type { DocumentStore } from '../../src/ports/stores/document-store.js';
import { tenants } from './projection.js';

/** A tenant's own document. */
export const tenantOf = (documents: DocumentStore, tenantId: string) =>
  documents.reader(tenants, tenantId).get(tenantId);

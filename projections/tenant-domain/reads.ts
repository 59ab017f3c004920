import type { DocumentStore } from '../../src/ports/stores/document-store.js';
import { type CustomDomainDoc, tenantDomains } from './projection.js';

/** The custom domains of a tenant, oldest first. */
export const customDomainsOf = async (
  documents: DocumentStore,
  tenantId: string,
): Promise<readonly CustomDomainDoc[]> =>
  (await documents.reader(tenantDomains, tenantId).get(tenantId))?.domains ?? [];

import { limits } from '../../src/catalogue/limits/limits.js';
import type { DocumentStore, Reader } from '../../src/ports/stores/document-store.js';
import { type OidcConfigRecord, type OidcProvider, oidcConfigs } from './projection.js';

export const oidcConfigsOf = (documents: DocumentStore, tenantId: string): Reader<OidcConfigRecord> =>
  documents.reader(oidcConfigs, tenantId);

/** The providers that a tenant offers at sign-in, oldest first. */
export async function oidcProvidersOf(documents: DocumentStore, tenantId: string): Promise<readonly OidcProvider[]> {
  const order = { field: 'createdAt', descending: false };
  const { docs } = await oidcConfigsOf(documents, tenantId).find({ order, limit: limits.oidcConfigs });
  return docs.map(({ id, value: { authorityUrl, clientId } }) => ({ name: id, authorityUrl, clientId }));
}

import type { DocumentStore } from '../../../../ports/stores/document-store.js';
import { frontendOf } from './frontend-of.js';
import { type RelyingParty, relyingParties } from './relying-party.js';

/** The relying parties of a tenant, its main domain first; none for an unknown tenant. */
export async function relyingPartiesOf(
  documents: DocumentStore,
  publicUrl: string,
  tenantId: string,
): Promise<readonly RelyingParty[]> {
  const frontend = await frontendOf(documents, tenantId);
  return frontend ? relyingParties(publicUrl, frontend) : [];
}

import { holderOf } from '../../../../../projections/domain-directory/reads.js';
import { customDomainsOf } from '../../../../../projections/tenant-domain/reads.js';
import { parseInnerId } from '../../../../kernel/stream.js';
import type { DocumentStore } from '../../../../ports/stores/document-store.js';
import { domainName, subdomainName, systemLabel } from './domain-names.js';

/** The tenant of a system domain or of a verified custom domain, in lower case. It may still be about to be signed up. */
export async function tenantByDomain(
  documents: DocumentStore,
  publicUrl: string,
  domain: string,
): Promise<string | undefined> {
  const label = systemLabel(publicUrl, domain);
  if (label !== undefined) return holderOf(documents, subdomainName(label));
  const holder = await holderOf(documents, domainName(domain));
  if (holder === undefined) return undefined;
  const [tenantId, requestId] = parseInnerId(holder);
  const held = await customDomainsOf(documents, tenantId);
  return held.some((custom) => custom.requestId === requestId && custom.isVerified) ? tenantId : undefined;
}

import { subdomainName, systemLabel } from '../../src/kernel/domain-names.js';
import { NO_TENANT } from '../../src/kernel/stream.js';
import type { DocumentStore } from '../../src/ports/document-store.js';
import { domainDirectory } from './projection.js';

/** The tenant of a system domain, in lower case. It may still be about to be signed up. */
export async function tenantByDomain(
  documents: DocumentStore,
  publicUrl: string,
  domain: string,
): Promise<string | undefined> {
  const label = systemLabel(publicUrl, domain);
  if (label === undefined) return undefined;
  const entry = await documents.reader(domainDirectory, NO_TENANT).get(subdomainName(label));
  return entry?.holder;
}

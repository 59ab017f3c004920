import { limits } from '../../../../catalogue/limits/limits.js';
import type { DocumentStore } from '../../../../ports/stores/document-store.js';
import { systemDomain } from './domain-names.js';
import { frontendOf } from './frontend-of.js';
import { tenantByDomain } from './tenant-by-domain.js';

/** Whether the main app of a tenant is at a domain: its system domain, or its verified custom domain. */
export async function isMainDomain(documents: DocumentStore, publicUrl: string, domain: string): Promise<boolean> {
  if (domain.length > limits.hostname || domain === new URL(publicUrl).hostname) return false;
  const tenantId = await tenantByDomain(documents, publicUrl, domain);
  const frontend = tenantId === undefined ? undefined : await frontendOf(documents, tenantId);
  if (frontend === undefined) return false;
  return domain === frontend.mainDomain || domain === systemDomain(publicUrl, frontend.subdomain, 'MAIN');
}

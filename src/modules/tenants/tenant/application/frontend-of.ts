import { tenantOf } from '../../../../../projections/tenant/reads.js';
import { customDomainsOf } from '../../../../../projections/tenant-domain/reads.js';
import type { DomainType } from '../../../../catalogue/tenant.js';
import type { DocumentStore } from '../../../../ports/stores/document-store.js';
import type { Frontend } from './frontend.js';

/** Where the apps of a tenant are; undefined for an unknown tenant. */
export async function frontendOf(documents: DocumentStore, tenantId: string): Promise<Frontend | undefined> {
  const [record, custom] = await Promise.all([tenantOf(documents, tenantId), customDomainsOf(documents, tenantId)]);
  if (!record) return undefined;
  const verified = (type: DomainType) => custom.find((each) => each.domainType === type && each.isVerified)?.domain;
  const [mainDomain, clientDomain] = [verified('MAIN'), verified('CLIENT')];
  return {
    tenantId,
    subdomain: record.value.subdomain,
    ...(mainDomain === undefined ? {} : { mainDomain }),
    ...(clientDomain === undefined ? {} : { clientDomain }),
  };
}

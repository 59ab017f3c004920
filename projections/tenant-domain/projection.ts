import type { DomainType } from '../../src/catalogue/tenant.js';
import type { Instant } from '../../src/kernel/instant.js';
import { changes, projection } from '../../src/kernel/projection.js';
import type { TenantDomainEvent } from '../../src/modules/tenants/tenant-domain/domain/tenant-domain.events.js';

export interface CustomDomainDoc {
  readonly id: string;
  readonly domainType: DomainType;
  readonly domain: string;
  readonly requestId: string;
  readonly isVerified: boolean;
  /** Time of the first request for this domain id. */
  readonly createdAt: Instant;
  readonly revision: number;
}

export interface TenantDomainsDoc {
  /** At most one for each app, oldest first. */
  readonly domains: readonly CustomDomainDoc[];
}

const others = (doc: TenantDomainsDoc | undefined, type: DomainType) =>
  (doc?.domains ?? []).filter(({ domainType }) => domainType !== type);

const oldestFirst = (a: CustomDomainDoc, b: CustomDomainDoc) => (a.createdAt < b.createdAt ? -1 : 1);

/** The custom domains of each tenant, under its id. */
export const tenantDomains = projection<TenantDomainsDoc, TenantDomainEvent>({
  name: 'tenant-domain',
  version: 1,
  erasedWith: 'never',
  streams: { tenantDomains: () => 'all' },
  fields: {},
  indexes: [],
  key: ({ meta }) => meta.tenantId,
  on: {
    TenantDomainRequested(doc, { data, meta }) {
      const before = doc?.domains.find(({ id }) => id === data.id);
      const custom = { ...data, isVerified: false, createdAt: before?.createdAt ?? meta.at, revision: meta.version };
      return { domains: [...others(doc, data.domainType), custom].sort(oldestFirst) };
    },
    TenantDomainVerified: changes(({ domains }, { data, meta }) => ({
      domains: domains.map((custom) =>
        custom.requestId === data.requestId ? { ...custom, isVerified: true, revision: meta.version } : custom,
      ),
    })),
    TenantDomainDeleted: changes((doc, { data }) => ({ domains: others(doc, data.domainType) })),
  },
});

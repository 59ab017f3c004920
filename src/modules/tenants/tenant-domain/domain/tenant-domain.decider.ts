import { DOMAIN_TYPES, type DomainType } from '../../../../catalogue/tenant.js';
import { type Decider, decideBy } from '../../../../kernel/decider.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import { type IfMatch, meets } from '../../../../kernel/revision.js';
import type {
  ConfirmDomain,
  DeleteDomain,
  ReplaceDomain,
  RequestDomain,
  TenantDomainCommand,
} from './tenant-domain.commands.js';
import type { TenantDomainEvent } from './tenant-domain.events.js';

export interface CustomDomain {
  readonly id: string;
  readonly domain: string;
  readonly requestId: string;
  readonly isVerified: boolean;
  readonly revision: number;
}

/** At most one custom domain for each app. */
export type CustomDomains = { readonly [T in DomainType]?: CustomDomain };

type Events = readonly TenantDomainEvent[];

const typeWhere = (domains: CustomDomains, holds: (custom: CustomDomain) => boolean): DomainType | undefined =>
  DOMAIN_TYPES.find((type) => {
    const custom = domains[type];
    return custom !== undefined && holds(custom);
  });

const refuseOwn = (domains: CustomDomains, domain: string): void => {
  if (typeWhere(domains, (custom) => custom.domain === domain) === undefined) return;
  rejectAt('domain', 'errors.field.taken', { value: domain }, 'errors.domain.exists');
};

function existing(domains: CustomDomains, id: string, ifMatch: IfMatch | undefined): [DomainType, CustomDomain] {
  const type = typeWhere(domains, (custom) => custom.id === id);
  const custom = type && domains[type];
  if (!type || !custom) return reject('errors.domain.not_found');
  return meets(ifMatch, custom.revision) ? [type, custom] : reject('errors.precondition.failed');
}

function request({ data }: RequestDomain, domains: CustomDomains): Events {
  refuseOwn(domains, data.domain);
  if (domains[data.domainType]) return reject('errors.domain.limit_reached');
  return [{ type: 'TenantDomainRequested', data }];
}

function replace({ data: { id, domain, requestId, ifMatch } }: ReplaceDomain, domains: CustomDomains): Events {
  const [domainType, custom] = existing(domains, id, ifMatch);
  if (custom.domain === domain) return [];
  refuseOwn(domains, domain);
  return [{ type: 'TenantDomainRequested', data: { id, domainType, domain, requestId } }];
}

/** A request that was replaced or deleted meanwhile is left alone. */
function confirm({ data: { requestId } }: ConfirmDomain, domains: CustomDomains): Events {
  const domainType = typeWhere(domains, (custom) => custom.requestId === requestId && !custom.isVerified);
  return domainType ? [{ type: 'TenantDomainVerified', data: { domainType, requestId } }] : [];
}

function remove({ data: { id, ifMatch } }: DeleteDomain, domains: CustomDomains): Events {
  const [domainType] = existing(domains, id, ifMatch);
  return [{ type: 'TenantDomainDeleted', data: { domainType } }];
}

/** All custom domains of a tenant in one stream, so that their number is decided on one version. */
export const tenantDomainDecider: Decider<TenantDomainCommand, CustomDomains, TenantDomainEvent> = {
  category: 'tenantDomains',
  initial: {},
  decide: decideBy({ RequestDomain: request, ReplaceDomain: replace, ConfirmDomain: confirm, DeleteDomain: remove }),
  evolve(domains, { type, data, meta }) {
    const { [data.domainType]: custom, ...rest } = domains;
    if (type === 'TenantDomainDeleted') return rest;
    if (type === 'TenantDomainVerified') {
      return custom ? { ...rest, [data.domainType]: { ...custom, isVerified: true, revision: meta.version } } : domains;
    }
    const { id, domain, requestId } = data;
    return { ...rest, [data.domainType]: { id, domain, requestId, isVerified: false, revision: meta.version } };
  },
};

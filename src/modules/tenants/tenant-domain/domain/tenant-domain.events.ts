import type { DomainType } from '../../../../catalogue/tenant.js';
import type { Event, EventTypes } from '../../../../kernel/event.js';

export type TenantDomainEvent =
  /** Also where the domain replaces another one of its id, which then counts no more. */
  | Event<
      'TenantDomainRequested',
      {
        readonly id: string;
        readonly domainType: DomainType;
        readonly domain: string;
        /** New with each request; the proof of one request proves no other. */
        readonly requestId: string;
      }
    >
  | Event<'TenantDomainVerified', { readonly domainType: DomainType; readonly requestId: string }>
  | Event<'TenantDomainDeleted', { readonly domainType: DomainType }>;

export const tenantDomainEventTypes: EventTypes<TenantDomainEvent> = {
  TenantDomainRequested: { version: 1, personal: [], subject: 'tenant' },
  TenantDomainVerified: { version: 1, personal: [], subject: 'tenant' },
  TenantDomainDeleted: { version: 1, personal: [], subject: 'tenant' },
};

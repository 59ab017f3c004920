import { Inject, Injectable } from '@nestjs/common';
import type { Recorded } from '../../../../kernel/event.js';
import { type Instant, MINUTE, plus, SECOND } from '../../../../kernel/instant.js';
import { NO_TENANT } from '../../../../kernel/stream.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { type Entry, OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import type { Tenant } from '../domain/tenant.resource.js';

const KIND = 'known-tenant';
const PAGE = 200;
/** Calls that began before the deletion are over, and every session has ended. */
const REST_MS = 5 * SECOND;
const AGAIN_MS = MINUTE;

/** `erased`: nothing of the tenant is left outside of the log. */
export interface KnownTenant {
  readonly subdomain: string;
  readonly state: 'ACTIVE' | 'SUSPENDED' | 'DELETED';
  readonly erased?: true;
}

/** The types of events that it is made of. */
export const KNOWN_BY = ['TenantCreated', 'TenantChanged', 'TenantDeleted', 'TenantErased'];

const keyOf = (id: string) => ({ tenantId: NO_TENANT, kind: KIND, id });

/** The tenants of the deployment, for the operator; those that wait for their erasure are due. Derived from the log. */
@Injectable()
export class KnownTenants {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The same event may come again. */
  async note({ type, data, meta: { tenantId, at } }: Recorded): Promise<void> {
    const { subdomain = '', suspendedAt } = data as Partial<Tenant> & { readonly suspendedAt?: string | null };
    const known = (await this.operations.get<KnownTenant>(keyOf(tenantId)))?.value ?? { subdomain, state: 'ACTIVE' };
    if (known.erased) return;
    if (type === 'TenantErased') await this.put(tenantId, { ...known, state: 'DELETED', erased: true });
    else if (type === 'TenantDeleted') await this.put(tenantId, { ...known, state: 'DELETED' }, plus(at, REST_MS));
    else if (known.state === 'DELETED') return;
    else if (type === 'TenantCreated') await this.put(tenantId, { ...known, subdomain });
    else if (suspendedAt !== undefined)
      await this.put(tenantId, { ...known, state: suspendedAt === null ? 'ACTIVE' : 'SUSPENDED' });
  }

  /** Ids of some deleted tenants whose erasure is due. */
  async waiting(): Promise<readonly string[]> {
    return (await this.operations.due(KIND, this.clock.now(), PAGE)).map(({ key }) => key.id);
  }

  /** After a failure. */
  async postpone(id: string): Promise<void> {
    const known = await this.operations.get<KnownTenant>(keyOf(id));
    if (known && !known.value.erased) await this.put(id, known.value, plus(this.clock.now(), AGAIN_MS));
  }

  /** The next tenants by id, behind the id `after`. */
  page(after?: string): Promise<readonly Entry<KnownTenant>[]> {
    return this.operations.list<KnownTenant>(NO_TENANT, KIND, '', PAGE, after);
  }

  private async put(id: string, tenant: KnownTenant, due?: Instant): Promise<void> {
    await this.operations.put(keyOf(id), tenant, due === undefined ? {} : { due });
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { Recorded } from '../../../../kernel/event.js';
import { type Instant, instant, MINUTE, plus, SECOND } from '../../../../kernel/instant.js';
import type { Patch } from '../../../../kernel/patch.js';
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
  /** It is a demo, which is due at this time. */
  readonly demoUntil?: Instant;
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
    const { suspendedAt, demo, ...named } = data as Patch<Tenant>;
    const subdomain = named.subdomain ?? '';
    const known = (await this.operations.get<KnownTenant>(keyOf(tenantId)))?.value ?? {
      subdomain,
      state: 'ACTIVE' as const,
    };
    if (known.erased) return;
    if (type === 'TenantErased') await this.put(tenantId, { ...known, state: 'DELETED', erased: true });
    else if (type === 'TenantDeleted') await this.put(tenantId, { ...known, state: 'DELETED' }, plus(at, REST_MS));
    else if (known.state === 'DELETED') return;
    else if (type === 'TenantCreated') await this.active(tenantId, { ...known, subdomain }, demo?.until);
    else if (suspendedAt !== undefined || demo === null)
      await this.active(
        tenantId,
        { ...known, ...(suspendedAt === undefined ? {} : { state: suspendedAt === null ? 'ACTIVE' : 'SUSPENDED' }) },
        demo === null ? undefined : known.demoUntil,
      );
  }

  private active(id: string, { demoUntil: _, ...known }: KnownTenant, until?: string): Promise<void> {
    if (until === undefined) return this.put(id, known);
    const due = instant(until);
    return this.put(id, { ...known, demoUntil: due }, due);
  }

  /** Some deleted tenants whose erasure is due, and some demo tenants that have come to their end. */
  async waiting(): Promise<readonly { readonly id: string; readonly isDeleted: boolean }[]> {
    const due = await this.operations.due<KnownTenant>(KIND, this.clock.now(), PAGE);
    return due.map(({ key, value }) => ({ id: key.id, isDeleted: value.state === 'DELETED' }));
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

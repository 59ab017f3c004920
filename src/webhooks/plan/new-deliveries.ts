import { cacheBudgets } from '../../catalogue/cache-budgets.js';
import { lruCache } from '../../lib/lru-cache.js';
import type { Entry } from '../../ports/stores/operational-store.js';
import type { Delivery } from './delivery.js';

/** A delivery just planned, which need not be read again. */
export interface NewDelivery {
  readonly entry: Entry<Delivery>;
  readonly body: string;
  /** Rescans of the tenant before it was planned; after a later one the entry may have changed. */
  readonly rescans: number;
}

const ENTRY_BYTES = 1_024;

/** New deliveries of all tenants with the bodies of their requests, within a budget of memory. */
export class NewDeliveries {
  private readonly cached = lruCache<string, NewDelivery>({
    bytes: cacheBudgets.webhookBodies,
    sizeOf: ({ body }) => ENTRY_BYTES + 2 * body.length,
  });

  add(delivery: NewDelivery): void {
    const { tenantId, id } = delivery.entry.key;
    this.cached.set(nameOf(tenantId, id), delivery);
  }

  /** Removes it: after one attempt the delivery is another. */
  take(tenantId: string, id: string): NewDelivery | undefined {
    const name = nameOf(tenantId, id);
    const found = this.cached.get(name);
    if (found) this.cached.delete(name);
    return found;
  }

  /** Another process may send them from now on. */
  clear(): void {
    this.cached.clear();
  }
}

const nameOf = (tenantId: string, id: string): string => `${tenantId}/${id}`;

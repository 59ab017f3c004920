import { QueueFull } from './fair-bounds.js';

export interface InFlightBounds {
  /** Bytes of all tenants. */
  readonly total: number;
  readonly perTenant: number;
}

/**
 * Counts the bytes that requests of each tenant hold while they arrive and are worked on. No tenant holds more than is
 * free, so that however many hold as much as they may, there is some for the next.
 */
export class BytesInFlight {
  private readonly held = new Map<string, number>();
  private all = 0;

  constructor(private readonly bounds: InFlightBounds) {}

  /** Bytes that are held. */
  get inUse(): number {
    return this.all;
  }

  /** The bytes of one request of a tenant. */
  open(tenantId: string): { readonly add: (bytes: number) => void; readonly release: () => void } {
    let own = 0;
    return {
      /** @throws QueueFull */
      add: (bytes) => {
        const held = (this.held.get(tenantId) ?? 0) + bytes;
        if (held > this.bounds.perTenant) throw new QueueFull('tenant');
        if (held > this.bounds.total - this.all) throw new QueueFull('all');
        own += bytes;
        this.count(tenantId, bytes);
      },
      /** Further calls do nothing. */
      release: () => {
        this.count(tenantId, -own);
        own = 0;
      },
    };
  }

  private count(tenantId: string, bytes: number): void {
    this.all += bytes;
    const held = (this.held.get(tenantId) ?? 0) + bytes;
    if (held === 0) this.held.delete(tenantId);
    else this.held.set(tenantId, held);
  }
}

import type { Connection } from '../subscriptions/connection.js';

const NONE: ReadonlySet<Connection> = new Set();

/** The connections whose frames are held back, by tenant. */
export class HoldingConnections {
  private readonly byTenant = new Map<string, Set<Connection>>();

  of(tenantId: string): ReadonlySet<Connection> {
    return this.byTenant.get(tenantId) ?? NONE;
  }

  add(connection: Connection): void {
    const { tenantId } = connection.caller;
    const own = this.byTenant.get(tenantId) ?? new Set();
    this.byTenant.set(tenantId, own.add(connection));
  }

  delete(connection: Connection): void {
    const { tenantId } = connection.caller;
    const own = this.byTenant.get(tenantId);
    own?.delete(connection);
    if (own?.size === 0) this.byTenant.delete(tenantId);
  }
}

import type { Connection } from './connection.js';

/** All connections whose tenant is not known take the turns of one tenant. */
const NO_TENANT = '';

/** Connections that go on in a later turn of the event loop. Tenants take turns, however many connections they have. */
export class WaitingConnections {
  private readonly all = new Set<Connection>();
  private readonly byTenant = new Map<string, Connection[]>();

  get size(): number {
    return this.all.size;
  }

  add(connection: Connection): void {
    if (this.all.has(connection)) return;
    this.all.add(connection);
    const tenantId = connection.tenantId ?? NO_TENANT;
    const others = this.byTenant.get(tenantId);
    if (others) others.push(connection);
    else this.byTenant.set(tenantId, [connection]);
  }

  /** The next connection of the tenant that waits longest for its turn. */
  take(): Connection | undefined {
    const [first] = this.byTenant;
    if (!first) return undefined;
    const [tenantId, waiting] = first;
    const connection = waiting.shift();
    this.byTenant.delete(tenantId);
    if (waiting.length > 0) this.byTenant.set(tenantId, waiting);
    if (connection) this.all.delete(connection);
    return connection;
  }
}

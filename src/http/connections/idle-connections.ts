import { RecentlyActive } from '../../kernel/recently-active.js';

/** Most connections that wait for the client. */
export interface IdleBounds {
  /** Those on which a tenant was authenticated. */
  readonly ofTenants: number;
  readonly unknown: number;
}

export interface IdleConnection {
  readonly tenantId: string | undefined;
  /** Such a connection does not wait for the client. */
  readonly hasInput: boolean;
  close(): void;
}

/**
 * Connections that wait for the client. A further one closes the one that was silent longest among those of tenants, or
 * among the others: so a flood of unknown connections closes none of a tenant. A tenant has at most half of the places.
 */
export class IdleConnections {
  private readonly ofTenants: RecentlyActive<IdleConnection>;
  private readonly byTenant = new Map<string, RecentlyActive<IdleConnection>>();
  /** The tenant of a connection when it was noted last. */
  private readonly tenants = new Map<IdleConnection, string>();
  private readonly unknown: RecentlyActive<IdleConnection>;
  private closedCount = 0;

  constructor(private readonly bounds: IdleBounds) {
    this.ofTenants = this.atMost(bounds.ofTenants);
    this.unknown = this.atMost(bounds.unknown);
  }

  /** Connections that were closed for further ones. */
  get closed(): number {
    return this.closedCount;
  }

  has(connection: IdleConnection): boolean {
    return this.ofTenants.has(connection) || this.unknown.has(connection);
  }

  /** The connection was active just now, and waits for the client. */
  note(connection: IdleConnection): void {
    this.delete(connection);
    const { tenantId } = connection;
    if (tenantId === undefined) {
      this.unknown.note(connection);
      return;
    }
    const ofTenant = this.byTenant.get(tenantId) ?? this.atMost(Math.ceil(this.bounds.ofTenants / 2));
    this.byTenant.set(tenantId, ofTenant);
    this.tenants.set(connection, tenantId);
    ofTenant.note(connection);
    this.ofTenants.note(connection);
  }

  delete(connection: IdleConnection): void {
    this.unknown.delete(connection);
    this.ofTenants.delete(connection);
    const tenantId = this.tenants.get(connection);
    if (tenantId === undefined) return;
    this.tenants.delete(connection);
    const ofTenant = this.byTenant.get(tenantId);
    ofTenant?.delete(connection);
    if (ofTenant?.size === 0) this.byTenant.delete(tenantId);
  }

  private atMost(bound: number): RecentlyActive<IdleConnection> {
    const close = (silent: IdleConnection) => {
      this.closedCount++;
      this.delete(silent);
      silent.close();
    };
    return new RecentlyActive(bound, close, ({ hasInput }) => !hasInput);
  }
}

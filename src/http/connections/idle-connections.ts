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
 * among the others: so a flood of unknown connections closes none of a tenant.
 */
export class IdleConnections {
  private readonly ofTenants: RecentlyActive<IdleConnection>;
  private readonly unknown: RecentlyActive<IdleConnection>;
  private closedCount = 0;

  constructor(bounds: IdleBounds) {
    const close = (silent: IdleConnection) => {
      this.closedCount++;
      silent.close();
    };
    const waitsForClient = (connection: IdleConnection) => !connection.hasInput;
    this.ofTenants = new RecentlyActive(bounds.ofTenants, close, waitsForClient);
    this.unknown = new RecentlyActive(bounds.unknown, close, waitsForClient);
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
    (connection.tenantId === undefined ? this.unknown : this.ofTenants).note(connection);
  }

  delete(connection: IdleConnection): void {
    this.ofTenants.delete(connection);
    this.unknown.delete(connection);
  }
}

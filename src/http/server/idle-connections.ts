import { EvictingPlaces } from '../../fairness/evicting-places.js';

/** Most connections that wait for the client. */
export interface IdleBounds {
  /** Those on which a tenant was authenticated. */
  readonly ofTenants: number;
  readonly unknown: number;
}

export interface IdleConnection {
  readonly tenantId: string | undefined;
  /** Where the client is: its address, or its network. */
  readonly network: string;
  /** Such a connection does not wait for the client. */
  readonly hasInput: boolean;
  close(): void;
}

/**
 * Bounds the connections that wait for the client. A further one closes the connection that was silent longest. That
 * connection is of the tenant with most of them, or of the network with most where no tenant is known. A flood from one
 * network closes its own. A flood from many networks closes none of a network with many clients before its turn.
 */
export class IdleConnections {
  private readonly ofTenants: EvictingPlaces<IdleConnection>;
  private readonly unknown: EvictingPlaces<IdleConnection>;
  private closedCount = 0;

  constructor(bounds: IdleBounds) {
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
    const { tenantId } = connection;
    if (tenantId === undefined) {
      this.ofTenants.delete(connection);
      this.unknown.note(connection, connection.network);
    } else {
      this.unknown.delete(connection);
      this.ofTenants.note(connection, tenantId);
    }
  }

  delete(connection: IdleConnection): void {
    this.unknown.delete(connection);
    this.ofTenants.delete(connection);
  }

  private atMost(bound: number): EvictingPlaces<IdleConnection> {
    const close = (silent: IdleConnection) => {
      this.closedCount++;
      silent.close();
    };
    return new EvictingPlaces(bound, close, { mayEnd: ({ hasInput }) => !hasInput, sparesFew: true });
  }
}

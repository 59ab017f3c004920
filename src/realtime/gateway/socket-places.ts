import { EvictingPlaces } from '../../fairness/evicting-places.js';
import { clientNetwork } from '../../http/server/client-network.js';
import { Rejection } from '../../kernel/rejection.js';

export interface SocketBounds {
  /** Sockets that have not signed in. A further one ends the oldest: of the client with most, or of all if none has many. */
  readonly anonymous: number;
  /** Sockets of a tenant. A further one is refused. */
  readonly perTenant: number;
  /** Sockets of all tenants. */
  readonly total: number;
}

/** A connection of engine.io, of whichever transport. */
interface Closable {
  readonly remoteAddress: string;
  close(discard?: boolean): unknown;
}

const RETRY_SECONDS = 10;

/**
 * Bounds the sockets of a process, so that neither strangers nor one tenant take the places of all. Where all are taken,
 * a socket of a tenant with few ends the oldest one of the tenant that has most.
 */
export class SocketPlaces {
  private readonly anonymous: EvictingPlaces<Closable>;
  private readonly ofTenants: EvictingPlaces<Closable>;

  constructor(private readonly bounds: SocketBounds) {
    const end = (oldest: Closable) => void oldest.close(true);
    this.anonymous = new EvictingPlaces(bounds.anonymous, end, { sparesFew: true });
    this.ofTenants = new EvictingPlaces(bounds.total, end);
  }

  opened(socket: Closable): void {
    this.anonymous.note(socket, clientNetwork(socket.remoteAddress));
  }

  /** @throws Rejection 429 where the tenant has too many, or most of all that there may be */
  signedIn(socket: Closable, tenantId: string): void {
    const before = this.ofTenants.ownerOf(socket);
    if (before === tenantId || (before === undefined && !this.anonymous.has(socket))) return;
    const isOver = this.ofTenants.countOf(tenantId) >= this.bounds.perTenant;
    if (isOver || !this.ofTenants.hasRoomFor(tenantId))
      throw new Rejection('errors.rate_limited', [], { retry_after: RETRY_SECONDS });
    this.closed(socket);
    this.ofTenants.note(socket, tenantId);
  }

  closed(socket: Closable): void {
    this.anonymous.delete(socket);
    this.ofTenants.delete(socket);
  }
}

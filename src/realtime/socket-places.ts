import { clientNetwork } from '../http/connections/client-network.js';
import { FairPlaces } from '../kernel/fair-places.js';
import { Rejection } from '../kernel/rejection.js';

export interface SocketBounds {
  /** Sockets that have not signed in. A further one ends the oldest of the client that has most of them. */
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

/** Bounds the sockets of a process, so that neither strangers nor one tenant take the places of all. */
export class SocketPlaces {
  private readonly anonymous: FairPlaces<Closable>;
  private readonly tenants = new Map<Closable, string>();
  private readonly counts = new Map<string, number>();

  constructor(private readonly bounds: SocketBounds) {
    this.anonymous = new FairPlaces(bounds.anonymous, (oldest) => void oldest.close(true));
  }

  opened(socket: Closable): void {
    this.anonymous.note(socket, clientNetwork(socket.remoteAddress));
  }

  /** @throws Rejection 429 where the tenant, or all tenants together, have too many */
  signedIn(socket: Closable, tenantId: string): void {
    const before = this.tenants.get(socket);
    if (before === tenantId || (before === undefined && !this.anonymous.has(socket))) return;
    const own = this.counts.get(tenantId) ?? 0;
    if (own >= this.bounds.perTenant || this.tenants.size >= this.bounds.total)
      throw new Rejection('errors.rate_limited', [], { retry_after: RETRY_SECONDS });
    this.closed(socket);
    this.tenants.set(socket, tenantId);
    this.counts.set(tenantId, own + 1);
  }

  closed(socket: Closable): void {
    this.anonymous.delete(socket);
    const tenantId = this.tenants.get(socket);
    if (tenantId === undefined) return;
    this.tenants.delete(socket);
    const left = (this.counts.get(tenantId) ?? 0) - 1;
    if (left > 0) this.counts.set(tenantId, left);
    else this.counts.delete(tenantId);
  }
}

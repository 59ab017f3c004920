import { QueueFull } from './fair-bounds.js';

/** Bytes that its holder may keep in memory. */
export interface Reservation {
  readonly bytes: number;
  /** Gives back what is not needed. */
  shrinkTo(bytes: number): void;
  /** Gives everything back. Further calls do nothing. */
  release(): void;
}

interface Waiter {
  readonly bytes: number;
  readonly grant: (reservation: Reservation) => void;
}

export interface ByteSemaphoreBounds {
  /** Bytes that all hold together. */
  readonly total: number;
  /** Bytes that one tenant holds. */
  readonly perTenant: number;
  /** Reservations of one tenant that wait. */
  readonly waitingPerTenant: number;
}

/**
 * Bounds the bytes that many requests hold together. The tenant that holds least is served first, each tenant in its
 * order. A reservation never grows, so that no two wait for each other.
 */
export class ByteSemaphore {
  private readonly held = new Map<string, number>();
  private readonly waiting = new Map<string, Waiter[]>();
  private free: number;

  constructor(private readonly bounds: ByteSemaphoreBounds) {
    this.free = bounds.total;
  }

  /** Bytes that are held. */
  get inUse(): number {
    return this.bounds.total - this.free;
  }

  /** More than the share of a tenant is cut to it. @throws QueueFull */
  reserve(tenantId: string, bytes: number): Promise<Reservation> {
    const waiters = this.waiting.get(tenantId) ?? [];
    if (waiters.length >= this.bounds.waitingPerTenant) throw new QueueFull('tenant');
    return new Promise((grant) => {
      waiters.push({ bytes: Math.min(bytes, this.bounds.perTenant, this.bounds.total), grant });
      this.waiting.set(tenantId, waiters);
      this.serve();
    });
  }

  private serve(): void {
    for (let tenantId = this.next(); tenantId !== undefined; tenantId = this.next()) {
      const waiters = this.waiting.get(tenantId) as Waiter[];
      const [first] = waiters as [Waiter];
      if (first.bytes > this.free) return;
      waiters.shift();
      if (waiters.length === 0) this.waiting.delete(tenantId);
      this.take(tenantId, first.bytes);
      first.grant(this.reservation(tenantId, first.bytes));
    }
  }

  /** The waiting tenant that holds least, among those whose share has room. */
  private next(): string | undefined {
    let least = Number.POSITIVE_INFINITY;
    let chosen: string | undefined;
    for (const [tenantId, [first]] of this.waiting) {
      const held = this.held.get(tenantId) ?? 0;
      if (held >= least || held + (first?.bytes ?? 0) > this.bounds.perTenant) continue;
      least = held;
      chosen = tenantId;
    }
    return chosen;
  }

  private take(tenantId: string, bytes: number): void {
    this.free -= bytes;
    const held = (this.held.get(tenantId) ?? 0) + bytes;
    if (held === 0) this.held.delete(tenantId);
    else this.held.set(tenantId, held);
  }

  private reservation(tenantId: string, granted: number): Reservation {
    let bytes = granted;
    const shrinkTo = (wanted: number) => {
      if (wanted >= bytes) return;
      this.take(tenantId, wanted - bytes);
      bytes = wanted;
      this.serve();
    };
    return {
      get bytes() {
        return bytes;
      },
      shrinkTo,
      release: () => shrinkTo(0),
    };
  }
}

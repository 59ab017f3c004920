import { QueueFull } from './fair-bounds.js';

/** Bytes that its holder may keep in memory. */
export interface Reservation {
  readonly bytes: number;
  /** Gives back what is not needed. */
  shrinkTo(bytes: number): void;
  /** Gives everything back. Further calls do nothing. */
  release(): void;
  /** From now on all is taken back where a tenant waits that holds less. The holder is told by `end`. */
  mayEnd(end: () => void): void;
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
  /** No tenant holds more than is left free, so that however many hold what they may, there is some for the next. */
  readonly leavesFree?: boolean;
}

/** Calls that a reservation makes to its semaphore. */
interface Holding {
  giveBack(reservation: HeldBytes, bytes: number): void;
  mayEnd(reservation: HeldBytes, end: () => void): void;
  ended(reservation: HeldBytes): void;
}

class HeldBytes implements Reservation {
  constructor(
    private readonly holding: Holding,
    readonly tenantId: string,
    private held: number,
  ) {}

  get bytes(): number {
    return this.held;
  }

  shrinkTo(wanted: number): void {
    const unneeded = this.held - wanted;
    if (unneeded <= 0) return;
    this.held = wanted;
    this.holding.giveBack(this, unneeded);
  }

  release(): void {
    this.holding.ended(this);
    this.shrinkTo(0);
  }

  mayEnd(end: () => void): void {
    if (this.held > 0) this.holding.mayEnd(this, end);
  }
}

/**
 * Bounds the bytes that many requests hold together. The tenant that holds least is served first, each tenant in its
 * order. A reservation never grows, so that no two wait for each other.
 */
export class ByteSemaphore {
  private readonly held = new Map<string, number>();
  private readonly waiting = new Map<string, Waiter[]>();
  /** Reservations that may be ended, the oldest first. */
  private readonly endings = new Map<HeldBytes, () => void>();
  private free: number;
  private isServing = false;
  private readonly holding: Holding = {
    giveBack: ({ tenantId }, bytes) => {
      this.take(tenantId, -bytes);
      this.serve();
    },
    mayEnd: (reservation, end) => {
      this.endings.set(reservation, end);
      this.serve();
    },
    ended: (reservation) => void this.endings.delete(reservation),
  };

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
    if (this.isServing) return;
    this.isServing = true;
    try {
      while (this.serveNext());
    } finally {
      this.isServing = false;
    }
  }

  /** False: none that waits can be served. */
  private serveNext(): boolean {
    const tenantId = this.next();
    const waiters = this.waiting.get(tenantId ?? '');
    const first = waiters?.[0];
    if (tenantId === undefined || !waiters || !first) return false;
    if (!this.fits(tenantId, first.bytes) && !this.makeRoom(tenantId, first.bytes)) return false;
    waiters.shift();
    if (waiters.length === 0) this.waiting.delete(tenantId);
    this.take(tenantId, first.bytes);
    first.grant(new HeldBytes(this.holding, tenantId, first.bytes));
    return true;
  }

  /** The waiting tenant that holds least, among those whose share has room; where some is left free, one that fits. */
  private next(): string | undefined {
    const { perTenant, leavesFree } = this.bounds;
    const fitting = leavesFree ? this.least((tenantId, bytes) => this.fits(tenantId, bytes)) : undefined;
    return fitting ?? this.least((tenantId, bytes) => this.heldBy(tenantId) + bytes <= perTenant);
  }

  private least(may: (tenantId: string, bytes: number) => boolean): string | undefined {
    let least = Number.POSITIVE_INFINITY;
    let chosen: string | undefined;
    for (const [tenantId, [first]] of this.waiting) {
      const held = this.heldBy(tenantId);
      if (held >= least || !may(tenantId, first?.bytes ?? 0)) continue;
      least = held;
      chosen = tenantId;
    }
    return chosen;
  }

  private fits(tenantId: string, bytes: number, free = this.free): boolean {
    const held = this.heldBy(tenantId) + bytes;
    if (bytes > free || held > this.bounds.perTenant) return false;
    return !this.bounds.leavesFree || held <= free - bytes || free === this.bounds.total;
  }

  /** Ends reservations of tenants that hold more, if that is enough: of the one with the most first. */
  private makeRoom(tenantId: string, bytes: number): boolean {
    const own = this.heldBy(tenantId);
    let freed = this.free;
    for (const each of this.endings.keys()) if (this.heldBy(each.tenantId) > own) freed += each.bytes;
    if (!this.fits(tenantId, bytes, freed)) return false;
    while (!this.fits(tenantId, bytes)) {
      const reservation = this.mostHeld(own);
      if (!reservation) return false;
      const end = this.endings.get(reservation);
      reservation.release();
      end?.();
    }
    return true;
  }

  /** The oldest reservation that may be ended of the tenant that holds most, if that is more than `least`. */
  private mostHeld(least: number): HeldBytes | undefined {
    let most = least;
    let chosen: HeldBytes | undefined;
    for (const reservation of this.endings.keys()) {
      const held = this.heldBy(reservation.tenantId);
      if (held <= most) continue;
      most = held;
      chosen = reservation;
    }
    return chosen;
  }

  private heldBy(tenantId: string): number {
    return this.held.get(tenantId) ?? 0;
  }

  private take(tenantId: string, bytes: number): void {
    this.free -= bytes;
    const held = this.heldBy(tenantId) + bytes;
    if (held === 0) this.held.delete(tenantId);
    else this.held.set(tenantId, held);
  }
}

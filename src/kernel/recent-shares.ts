const HALF_LIFE_MS = 100;
/** Number of tenants that are compared for the lightest. */
const COMPARED_TENANTS = 32;

/** Counts the recent work of each tenant. */
export class RecentShares {
  private readonly counts = new Map<string, number>();
  private total = 0;
  private halvedAt = 0;

  /** @param halfLifeMs work that is older than this counts half. @param least less is forgotten */
  constructor(
    private readonly halfLifeMs = HALF_LIFE_MS,
    private readonly least = 1,
  ) {}

  note(tenantId: string, amount = 1): void {
    this.counts.set(tenantId, this.of(tenantId) + amount);
    this.total += amount;
  }

  /** Number of tenants that worked lately, at least 1. */
  get tenants(): number {
    return Math.max(1, this.counts.size);
  }

  of(tenantId: string): number {
    return this.counts.get(tenantId) ?? 0;
  }

  /** The tenant with the least recent work among the first ones that may go on. */
  lightest(tenantIds: Iterable<string>, may: (tenantId: string) => boolean = () => true): string | undefined {
    let lightest: string | undefined;
    let compared = 0;
    for (const tenantId of tenantIds) {
      if (++compared > COMPARED_TENANTS) break;
      if (may(tenantId) && (lightest === undefined || this.of(tenantId) < this.of(lightest))) lightest = tenantId;
    }
    return lightest;
  }

  /** Whether the tenant had no more than an equal share, where that many tenants share. */
  isFair(tenantId: string, tenants: number): boolean {
    return this.of(tenantId) * tenants <= this.total;
  }

  /** @param now monotonic, in milliseconds */
  decay(now: number): void {
    const halfLives = Math.floor((now - this.halvedAt) / this.halfLifeMs);
    if (halfLives < 1) return;
    this.halvedAt = now;
    this.total = 0;
    for (const [tenantId, count] of this.counts) {
      const left = count / 2 ** halfLives;
      if (left < this.least) this.counts.delete(tenantId);
      else this.counts.set(tenantId, left);
      this.total += left < this.least ? 0 : left;
    }
  }
}

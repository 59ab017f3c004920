/** Bounds of one measure: over all tenants, and of each. */
export interface Shares {
  readonly total: number;
  readonly perTenant: number;
}

export const UNBOUNDED: Shares = { total: Number.POSITIVE_INFINITY, perTenant: Number.POSITIVE_INFINITY };

export interface BudgetBounds extends Shares {
  /** A tenant holds at most as much as it leaves free, so that another one always finds some. `perTenant` is at most half. */
  readonly leavesFree?: true;
}

/** The share without room: that of the tenant, or that of all. */
export type Scope = 'tenant' | 'all';

/** The share of a budget that one request, upload or connection holds. */
export class Holding {
  private held = 0;

  constructor(
    private readonly budget: TenantBudget,
    private readonly tenantId: string,
  ) {}

  get amount(): number {
    return this.held;
  }

  /** Takes more, or returns the share without room and takes nothing. */
  take(amount: number): Scope | undefined {
    const full = this.budget.fullFor(this.tenantId, amount);
    if (full) return full;
    this.held += amount;
    this.budget.add(this.tenantId, amount);
    return undefined;
  }

  /** Gives back what is over `amount`. */
  shrinkTo(amount: number): void {
    const unneeded = this.held - amount;
    if (unneeded <= 0) return;
    this.held = amount;
    this.budget.add(this.tenantId, -unneeded);
  }

  /** Gives all back. Further calls do nothing. */
  release(): void {
    this.shrinkTo(0);
  }
}

/** Shares places or bytes between tenants without waiting: a tenant takes what it needs, or is refused. */
export class TenantBudget {
  private readonly held = new Map<string, number>();
  private all = 0;

  /** `freed` is called after something was given back. */
  constructor(
    private readonly bounds: BudgetBounds,
    private readonly freed: () => void = () => undefined,
  ) {}

  get inUse(): number {
    return this.all;
  }

  get free(): number {
    return this.bounds.total - this.all;
  }

  heldBy(tenantId: string): number {
    return this.held.get(tenantId) ?? 0;
  }

  /** The share that lacks room for this amount; undefined where there is room. */
  fullFor(tenantId: string, amount: number): Scope | undefined {
    const held = this.heldBy(tenantId) + amount;
    if (held > this.bounds.perTenant) return 'tenant';
    return amount > this.free || (this.bounds.leavesFree && held > this.free - amount) ? 'all' : undefined;
  }

  /** A new holding of nothing. */
  open(tenantId: string): Holding {
    return new Holding(this, tenantId);
  }

  /** undefined: there is no room. */
  take(tenantId: string, amount: number): Holding | undefined {
    const holding = this.open(tenantId);
    return holding.take(amount) ? undefined : holding;
  }

  /** Counts without a look at the bounds; a negative amount is given back. */
  add(tenantId: string, amount: number): void {
    const held = this.heldBy(tenantId) + amount;
    if (held === 0) this.held.delete(tenantId);
    else this.held.set(tenantId, held);
    this.all += amount;
    if (amount < 0) this.freed();
  }
}

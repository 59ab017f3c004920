/** Amounts that are taken of a shared resource, such as places or bytes. */
export interface Taken {
  release(): void;
}

/**
 * Shares a bounded resource between tenants without waiting. A tenant takes at most its own bound, and no more than
 * is left free afterwards: whatever one tenant does, another one finds room.
 */
export class FairShare {
  private readonly held = new Map<string, number>();
  private free: number;

  constructor(private readonly bounds: { readonly total: number; readonly perTenant: number }) {
    this.free = bounds.total;
  }

  /** undefined: the share of the tenant is used up. */
  take(tenantId: string, amount: number): Taken | undefined {
    const held = (this.held.get(tenantId) ?? 0) + amount;
    if (held > this.bounds.perTenant || held > this.free) return undefined;
    this.add(tenantId, amount);
    let isHeld = true;
    return {
      release: () => {
        if (isHeld) this.add(tenantId, -amount);
        isHeld = false;
      },
    };
  }

  private add(tenantId: string, amount: number): void {
    this.free -= amount;
    const held = (this.held.get(tenantId) ?? 0) + amount;
    if (held === 0) this.held.delete(tenantId);
    else this.held.set(tenantId, held);
  }
}

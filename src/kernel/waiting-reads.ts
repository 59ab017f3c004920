type Begin = () => void;

/** Reads that wait, by tenant. A tenant goes behind the others once one of its reads was taken. */
export class WaitingReads {
  private readonly byTenant = new Map<string, Begin[]>();

  /** Number of tenants whose reads wait. */
  get size(): number {
    return this.byTenant.size;
  }

  has(tenantId: string): boolean {
    return this.byTenant.has(tenantId);
  }

  /** Number of reads of the tenant that wait. */
  of(tenantId: string): number {
    return this.byTenant.get(tenantId)?.length ?? 0;
  }

  /** In the order of their turns. */
  tenantIds(): MapIterator<string> {
    return this.byTenant.keys();
  }

  /** Kept once the read may begin. */
  add(tenantId: string): Promise<void> {
    return new Promise((begin) => {
      const others = this.byTenant.get(tenantId);
      if (others) others.push(begin);
      else this.byTenant.set(tenantId, [begin]);
    });
  }

  take(tenantId: string): Begin | undefined {
    const begins = this.byTenant.get(tenantId);
    const begin = begins?.shift();
    this.byTenant.delete(tenantId);
    if (begins && begins.length > 0) this.byTenant.set(tenantId, begins);
    return begin;
  }
}

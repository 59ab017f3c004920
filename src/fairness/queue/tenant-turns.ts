/**
 * Order of the tenants. A new tenant comes first once; from then on all take turns. A tenant leaves only when its turn
 * comes and it has nothing that waits, so that leaving and returning gives no additional turns.
 */
export class TenantTurns {
  private readonly fresh = new Set<string>();
  private readonly known = new Set<string>();

  join(tenantId: string): void {
    if (!this.known.has(tenantId)) this.fresh.add(tenantId);
  }

  *inOrder(): Generator<string> {
    yield* this.fresh;
    yield* this.known;
  }

  served(tenantId: string): void {
    this.leave(tenantId);
    this.known.add(tenantId);
  }

  leave(tenantId: string): void {
    this.fresh.delete(tenantId);
    this.known.delete(tenantId);
  }
}

import { RecentShares } from './recent-shares.js';

/** A read that waits behind so many of its own tenant is crowded. */
const CROWD = 4;
/** At most this part of the recent reads of an interactive tenant was crowded. */
const CROWDED_PART = 0.25;
/** An interactive tenant has at most so many equal shares of the recent reads, and at most half of them. */
const INTERACTIVE_SHARES = 3;
/** Fewer recent reads, about 250 a second, are not too many for an interactive tenant, however few others read. */
const FEW = 40;

/** Weighs tenants by their recent reads, and by how many of them waited at a time. */
export class ReadWeights {
  private readonly recent = new RecentShares();
  private readonly crowded = new RecentShares();

  begun(tenantId: string): void {
    this.recent.note(tenantId);
  }

  /** @param behind number of reads of the same tenant that wait before this one */
  queued(tenantId: string, behind: number): void {
    if (behind >= CROWD) this.crowded.note(tenantId);
  }

  /** The tenant lately asked for a few reads at a time. @param sharing number of tenants that share */
  isInteractive(tenantId: string, sharing: number): boolean {
    const isCrowded = this.crowded.of(tenantId) > CROWDED_PART * this.recent.of(tenantId);
    if (isCrowded) return false;
    const shares = Math.max(sharing / INTERACTIVE_SHARES, 2);
    return this.recent.of(tenantId) < FEW || this.recent.isFair(tenantId, shares);
  }

  /** The tenant had no more than an equal share. */
  isLight(tenantId: string, sharing: number): boolean {
    return this.recent.isFair(tenantId, sharing);
  }

  /** At most half of an equal share among all tenants that read lately. */
  isQuiet(tenantId: string): boolean {
    return this.recent.isFair(tenantId, 2 * this.recent.tenants);
  }

  /** The tenant with the fewest recent reads among the first ones that may go on. */
  lightest(tenantIds: Iterable<string>, may: (tenantId: string) => boolean): string | undefined {
    return this.recent.lightest(tenantIds, may);
  }

  /** @param now monotonic, in milliseconds */
  decay(now: number): void {
    this.recent.decay(now);
    this.crowded.decay(now);
  }
}

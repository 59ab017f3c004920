import { ReadTimes } from './read-times.js';
import { RecentShares } from './recent-shares.js';

/** A read that waits behind so many of its own tenant is crowded. */
const CROWD = 4;
/** At most this part of the reads of an interactive tenant was crowded: of recent ones or by habit. */
const CROWDED_PART = 0.25;
/** The habit of a tenant spans seconds, since a stall of the service makes a crowd of any tenant's reads. */
const HABIT_HALF_LIFE_MS = 3_000;
/** An interactive tenant has at most so many equal shares of the recent reads, and at most half of them. */
const INTERACTIVE_SHARES = 3;
/** Fewer recent reads, about 250 a second, are not too many for an interactive tenant, however few others read. */
const FEW = 40;

/** Weighs tenants by their recent reads, by the time that these took, and by how many of them waited at a time. */
export class ReadWeights {
  readonly times = new ReadTimes();
  private readonly recent = new RecentShares();
  private readonly crowded = new RecentShares();
  private readonly habit = {
    all: new RecentShares(HABIT_HALF_LIFE_MS),
    crowded: new RecentShares(HABIT_HALF_LIFE_MS),
  };

  begun(tenantId: string): void {
    this.recent.note(tenantId);
    this.habit.all.note(tenantId);
  }

  /** @param behind number of reads of the same tenant that wait before this one */
  queued(tenantId: string, behind: number): void {
    if (behind < CROWD) return;
    this.crowded.note(tenantId);
    this.habit.crowded.note(tenantId);
  }

  /** The tenant lately asked for a few reads at a time. @param sharing number of tenants that share */
  isInteractive(tenantId: string, sharing: number): boolean {
    if (this.isCrowded(tenantId)) return false;
    const shares = Math.max(sharing / INTERACTIVE_SHARES, 2);
    return this.recent.of(tenantId) < FEW || this.recent.isFair(tenantId, shares);
  }

  /** Recent reads of the tenant took less than its guaranteed share of the time. @param times makes the share larger */
  isGuaranteed(tenantId: string, times: number): boolean {
    return this.times.isGuaranteed(tenantId, this.recent.tenants, times);
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
    this.times.decay(now);
    this.recent.decay(now);
    this.crowded.decay(now);
    this.habit.all.decay(now);
    this.habit.crowded.decay(now);
  }

  /** Many of its reads waited behind its own, lately and by habit. */
  isCrowded(tenantId: string): boolean {
    const isLately = this.crowded.of(tenantId) > CROWDED_PART * this.recent.of(tenantId);
    return isLately && this.habit.crowded.of(tenantId) > CROWDED_PART * this.habit.all.of(tenantId);
  }
}

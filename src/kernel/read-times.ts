import { RecentShares } from './recent-shares.js';

/**
 * Milliseconds of recent reads that all tenants together are guaranteed, about 5 % of the time. Each has an equal share,
 * as beside at least 4 tenants, and at most 40: a request and its first reads take 0.2 ms.
 */
const GUARANTEED_MS = 8;
const TENANTS = { least: 4, most: 40 };
/** Added to each read for the work that follows it, and counted for each request. */
const READ_MS = 0.05;
const REQUEST_MS = 0.1;
/** The operating system may take the processor away during a read, so a longer one counts as this. */
const MOST_MS = 2;
const HALF_LIFE_MS = 100;
/** Less is forgotten. */
const LEAST_MS = 0.01;

/** The time that recent reads of each tenant took, and the share that each is guaranteed. */
export class ReadTimes {
  private readonly recent = new RecentShares(HALF_LIFE_MS, LEAST_MS);

  read(tenantId: string, ms: number): void {
    this.recent.note(tenantId, Math.min(ms, MOST_MS) + READ_MS);
  }

  request(tenantId: string): void {
    this.recent.note(tenantId, REQUEST_MS);
  }

  /** @param times the share is so many times larger. @param tenants number of tenants that read lately */
  isGuaranteed(tenantId: string, tenants: number, times: number): boolean {
    const sharing = Math.min(TENANTS.most, Math.max(TENANTS.least, tenants));
    return this.recent.of(tenantId) * sharing < GUARANTEED_MS * times;
  }

  /** The tenant with the least recent time among the first ones that may go on. */
  lightest(tenantIds: Iterable<string>, may: (tenantId: string) => boolean): string | undefined {
    return this.recent.lightest(tenantIds, may);
  }

  /** @param now monotonic, in milliseconds */
  decay(now: number): void {
    this.recent.decay(now);
  }
}

/** So long after a quiet tenant came last, time is kept free for the next one. */
const REMEMBERED_MS = 1_000;
/** Of the time that a turn of the event loop lasted, the part that is free after it. */
const FREE_PART = 0.5;
const REST_MS = { least: 1, most: 10 };

/** Keeps a third of the time of the event loop free for quiet tenants while there are any. */
export class Headroom {
  private usedAt = Number.NEGATIVE_INFINITY;

  /** A quiet tenant came. @param now monotonic, in milliseconds */
  use(now: number): void {
    this.usedAt = now;
  }

  isKept(now: number): boolean {
    return now - this.usedAt <= REMEMBERED_MS;
  }

  /** Whole milliseconds that busy tenants wait after a turn that lasted `lastedMs`; 0 where no quiet tenant is there. */
  restMs(now: number, lastedMs: number): number {
    if (!this.isKept(now)) return 0;
    return Math.min(REST_MS.most, Math.max(REST_MS.least, Math.round(lastedMs * FREE_PART)));
  }
}

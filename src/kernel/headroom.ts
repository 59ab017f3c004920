/** After a quiet or interactive tenant came, time is kept free for this long. */
const REMEMBERED_MS = 1_000;
/** A rest lasts this part of the turn of the event loop before it: for each tenant that waits, at least, at most. */
const FREE_PART = { each: 0.25, least: 0.5, most: 2 };
const REST_MS = { least: 1, most: 20 };

/** Keeps a third to two thirds of the event loop's time free for quiet and interactive tenants while there are any. */
export class Headroom {
  private usedAt = Number.NEGATIVE_INFINITY;

  /** Such a tenant came while others waited. @param now monotonic, in milliseconds */
  use(now: number): void {
    this.usedAt = now;
  }

  isKept(now: number): boolean {
    return now - this.usedAt <= REMEMBERED_MS;
  }

  /**
   * @param waiting number of tenants whose reads wait
   * @returns whole milliseconds that reads of other tenants wait after a turn of `lastedMs`; 0: they do not wait
   */
  restMs(now: number, lastedMs: number, waiting: number): number {
    if (!this.isKept(now)) return 0;
    const part = Math.min(FREE_PART.most, Math.max(FREE_PART.least, waiting * FREE_PART.each));
    return Math.min(REST_MS.most, Math.max(REST_MS.least, Math.round(lastedMs * part)));
  }
}

/** So long after a quiet tenant came last, time is kept free for the next one. */
const REMEMBERED_MS = 1_000;
/** Of the time that a turn of the event loop lasted, the part that is free after it. */
const FREE_PART = 0.5;
const LEAST_REST_MS = 1;
/** A longer turn is not one of reads: they get no more than a few of its milliseconds, and a rest would starve them. */
const LONGEST_TURN_OF_READS_MS = 10;

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

  /** Whole milliseconds that busy tenants wait after a turn that lasted `lastedMs`; 0 where nothing rests. */
  restMs(now: number, lastedMs: number): number {
    if (!this.isKept(now) || lastedMs > LONGEST_TURN_OF_READS_MS) return 0;
    return Math.max(LEAST_REST_MS, Math.round(lastedMs * FREE_PART));
  }
}

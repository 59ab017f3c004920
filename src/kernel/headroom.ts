/** After a quiet tenant came, time is kept free for this long. */
const REMEMBERED_MS = 1_000;
/** A rest lasts this part of the turn of the event loop before it. */
const FREE_PART = 0.5;
const LEAST_REST_MS = 1;
/** A longer turn is spent on other work than reads. With a rest after it, reads would starve. */
const LONGEST_TURN_OF_READS_MS = 10;

/** Keeps up to a third of the event loop's time free for quiet tenants while there are any. */
export class Headroom {
  private usedAt = Number.NEGATIVE_INFINITY;

  /** A quiet tenant came. @param now monotonic, in milliseconds */
  use(now: number): void {
    this.usedAt = now;
  }

  isKept(now: number): boolean {
    return now - this.usedAt <= REMEMBERED_MS;
  }

  /** @returns whole milliseconds that other tenants' reads wait after a turn of `lastedMs`; 0: they do not wait */
  restMs(now: number, lastedMs: number): number {
    if (!this.isKept(now) || lastedMs > LONGEST_TURN_OF_READS_MS) return 0;
    return Math.max(LEAST_REST_MS, Math.round(lastedMs * FREE_PART));
  }
}

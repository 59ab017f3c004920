/** Slices that begin later in a turn of the event loop than this begin in the next one. */
const LONGEST_MS = 4;
/** Slices of a turn, however short. */
const MOST_SLICES = 32;

type Resume = () => void;

/**
 * The slices of all long work of the process. They share a few milliseconds of each turn of the event loop, at least
 * one slice, and tenants take turns, so that short work is done soon however much long work there is.
 */
export class Slices {
  /** By tenant, in the order of their turns. */
  private readonly waiting = new Map<string, Resume[]>();
  private isActive = false;

  /** Without a clock a turn of the event loop has one slice. */
  constructor(private clock?: { monotonic(): number }) {}

  timeBy(clock: { monotonic(): number }): void {
    this.clock = clock;
  }

  next(tenantId: string): Promise<void> {
    return new Promise((resume) => {
      const others = this.waiting.get(tenantId);
      if (others) others.push(resume);
      else this.waiting.set(tenantId, [resume]);
      if (!this.isActive) setImmediate(() => this.begin());
      this.isActive = true;
    });
  }

  private begin(): void {
    this.resume(this.clock?.monotonic() ?? 0, 1);
  }

  private resume(beganMs: number, count: number): void {
    this.take()?.();
    // Behind all that the slice leads to in this turn, so that its time counts.
    queueMicrotask(() => process.nextTick(() => this.goOn(beganMs, count)));
  }

  private goOn(beganMs: number, count: number): void {
    this.isActive = this.waiting.size > 0;
    if (!this.isActive) return;
    const isOver = !this.clock || count >= MOST_SLICES || this.clock.monotonic() - beganMs >= LONGEST_MS;
    if (isOver) setImmediate(() => this.begin());
    else this.resume(beganMs, count + 1);
  }

  private take(): Resume | undefined {
    for (const [tenantId, own] of this.waiting) {
      const resume = own.shift();
      this.waiting.delete(tenantId);
      if (own.length > 0) this.waiting.set(tenantId, own);
      return resume;
    }
    return undefined;
  }
}

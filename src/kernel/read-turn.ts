/**
 * `turn`: a turn of the event loop that has lasted so long begins no more pages of events, only a few reads for them, no
 * waiting reads within guaranteed shares, and no reads of interactive tenants beyond these.
 * `heavy`: other tenants begin reads only in a turn that has lasted less.
 */
const LONGEST_MS = { usual: { turn: 5, heavy: 4 }, besideQuiet: { turn: 3, heavy: 2 } };
/** Number of reads that a tenant begins in a turn before waiting tenants share what is left of it. */
const READS_OF_TENANT = { usual: 3, interactive: 16 };
/** After some turns that all lasted long, a turn has this part of the shortest of them, up to so many milliseconds. */
const LATE = { turns: 3, part: 0.35, mostMs: 15 };
/** Late in a turn, too, so many reads for pages of events begin. They come one by one and would each take a turn. */
const LATE_PAGE_READS = 8;

/** A turn of the event loop, and the reads that began in it. */
export class ReadTurn {
  private beganMs: number | undefined;
  private readonly begun = new Map<string, number>();
  private readonly lastedLately = Array<number>(LATE.turns).fill(0);
  private latePageReads = 0;
  private limits = { ...LONGEST_MS.usual, stretch: 1 };

  get longestMs(): { readonly turn: number; readonly heavy: number } {
    return this.limits;
  }

  /** How many times longer the turn is because it comes late: other work fills the event loop, and turns are few. */
  get stretch(): number {
    return this.limits.stretch;
  }

  get isBegun(): boolean {
    return this.beganMs !== undefined;
  }

  /** @param now monotonic, in milliseconds. @param isAwaited reads wait for it */
  begin(now: number, is: { readonly besideQuiet: boolean; readonly awaited: boolean }): void {
    const { turn, heavy } = LONGEST_MS[is.besideQuiet ? 'besideQuiet' : 'usual'];
    const lateMs = is.awaited ? Math.min(...this.lastedLately) * LATE.part : 0;
    const stretch = Math.max(1, Math.min(lateMs, LATE.mostMs) / turn);
    this.limits = { turn: turn * stretch, heavy: heavy * stretch, stretch };
    this.beganMs = now;
  }

  /** @returns how long it lasted */
  end(now: number): number {
    const lastedMs = this.lastedMs(now);
    this.beganMs = undefined;
    this.lastedLately.shift();
    this.lastedLately.push(lastedMs);
    this.begun.clear();
    this.latePageReads = 0;
    return lastedMs;
  }

  lastedMs(now: number): number {
    return this.beganMs === undefined ? 0 : now - this.beganMs;
  }

  note(tenantId: string): void {
    this.begun.set(tenantId, (this.begun.get(tenantId) ?? 0) + 1);
  }

  /** The tenant began fewer reads than it may. */
  hasLeft(tenantId: string, isInteractive: boolean): boolean {
    return (this.begun.get(tenantId) ?? 0) < READS_OF_TENANT[isInteractive ? 'interactive' : 'usual'];
  }

  takeLatePageRead(): boolean {
    return this.latePageReads++ < LATE_PAGE_READS;
  }
}

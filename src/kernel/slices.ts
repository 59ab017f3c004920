import { RecentShares } from './recent-shares.js';
import type { TurnLength } from './turn-length.js';

/** Slices that begin later in a turn of the event loop than this begin in the next one. */
const LONGEST_MS = 4;
/** Slices of a turn, however short. */
const MOST_SLICES = 32;

type Resume = () => void;

export interface SliceClock {
  monotonic(): number;
}

/**
 * The slices of all long work of the process. They share a few milliseconds of each turn of the event loop, at least
 * one slice, so that short work is done soon however much long work there is. The tenant whose slices lately took the
 * least time comes first; tenants with equal time take turns.
 */
export class Slices {
  private readonly waiting = new Map<string, Resume[]>();
  private readonly recent = new RecentShares();
  private isActive = false;
  private schedule = (): void => void setImmediate(() => this.begin());

  /** Without a clock a turn of the event loop has one slice. */
  constructor(private clock?: SliceClock) {}

  /** Answers the clock before. */
  timeBy(clock: SliceClock | undefined): SliceClock | undefined {
    const before = this.clock;
    this.clock = clock;
    return before;
  }

  /** Slices wait for short turns. */
  waitBy(length: TurnLength): void {
    this.schedule = length.scheduler(() => this.begin());
  }

  next(tenantId: string): Promise<void> {
    return new Promise((resume) => {
      const others = this.waiting.get(tenantId);
      if (others) others.push(resume);
      else this.waiting.set(tenantId, [resume]);
      if (!this.isActive) this.schedule();
      this.isActive = true;
    });
  }

  private begin(): void {
    const now = this.now();
    this.recent.decay(now);
    this.resume({ beganMs: now, count: 1 });
  }

  private resume(turn: { readonly beganMs: number; readonly count: number }): void {
    const beganMs = this.now();
    const tenantId = this.take();
    // Behind all that the slice leads to in this turn, so that its time counts.
    queueMicrotask(() =>
      process.nextTick(() => {
        const now = this.now();
        this.recent.note(tenantId, this.clock ? now - beganMs : 1);
        this.isActive = this.waiting.size > 0;
        if (!this.isActive) return;
        const isOver = !this.clock || turn.count >= MOST_SLICES || now - turn.beganMs >= LONGEST_MS;
        if (isOver) this.schedule();
        else this.resume({ ...turn, count: turn.count + 1 });
      }),
    );
  }

  /** Begins the next slice, and answers whose it is. */
  private take(): string {
    const tenantId = this.recent.lightest(this.waiting.keys()) ?? '';
    const own = this.waiting.get(tenantId);
    const resume = own?.shift();
    this.waiting.delete(tenantId);
    if (own && own.length > 0) this.waiting.set(tenantId, own);
    resume?.();
    return tenantId;
  }

  private now(): number {
    return this.clock?.monotonic() ?? 0;
  }
}

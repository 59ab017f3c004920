import { RateWindow } from './rate-window.js';

/** How full a bucket is after a request was counted, or refused. */
export interface RateVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the bucket has room again; where it was refused, until one more request is allowed. */
  readonly resetSeconds: number;
}

/** Estimated bytes of the keys that a window counts one by one. It counts further keys in a sketch. */
const MAX_BYTES = 16_777_216;

/** Counts requests by key in a sliding window: the present window, and of the one before it the part that still overlaps. */
export class RateCounter {
  private current: RateWindow;
  private previous: RateWindow;
  private window = 0;

  /** @param seed unknown to clients, whose names and addresses are keys */
  constructor(
    private readonly seed: string,
    private readonly windowMs: number = 60_000,
    private readonly maxBytes: number = MAX_BYTES,
  ) {
    this.current = this.newWindow();
    this.previous = this.newWindow();
  }

  /** Counts one request where that stays within `limit`. */
  take(key: string, limit: number, nowMs: number): RateVerdict {
    const verdict = this.look(key, limit, nowMs);
    if (!verdict.allowed) return verdict;
    this.current.add(key);
    return { ...verdict, remaining: Math.max(0, verdict.remaining - 1) };
  }

  /** The bucket as it is, without counting. */
  look(key: string, limit: number, nowMs: number): RateVerdict {
    const left = this.advance(nowMs);
    const used = this.used(key, left);
    const allowed = used + 1 <= limit;
    const remaining = Math.max(0, Math.floor(limit - used));
    const resetMs = allowed ? left * this.windowMs : this.waitMs(key, limit, left);
    return { allowed, limit, remaining, resetSeconds: Math.max(1, Math.ceil(resetMs / 1_000)) };
  }

  /** Takes a counted request back. */
  refund(key: string, nowMs: number): void {
    this.advance(nowMs);
    this.current.subtract(key);
  }

  /** The highest counts of this process in the present window, by key. */
  busiest(most: number, nowMs: number): ReadonlyMap<string, number> {
    this.advance(nowMs);
    return this.current.busiest(most);
  }

  /** Notes the count of other processes in the present window. */
  noteElsewhere(key: string, count: number, nowMs: number): void {
    this.advance(nowMs);
    this.current.noteElsewhere(key, count);
  }

  /** Start of the present window in milliseconds. */
  windowStart(nowMs: number): number {
    this.advance(nowMs);
    return this.window * this.windowMs;
  }

  /** Answers the part of the present window that is left, from 1 to 0. */
  private advance(nowMs: number): number {
    const window = Math.floor(nowMs / this.windowMs);
    if (window > this.window) {
      this.previous = window === this.window + 1 ? this.current : this.newWindow();
      this.current = this.newWindow();
      this.window = window;
    }
    return 1 - (nowMs - this.window * this.windowMs) / this.windowMs;
  }

  private used(key: string, left: number): number {
    return this.current.count(key) + this.previous.count(key) * left;
  }

  /** Until the sum of both windows leaves room for one request more. */
  private waitMs(key: string, limit: number, left: number): number {
    const now = this.current.count(key);
    const before = this.previous.count(key);
    const room = Math.max(0, limit - 1);
    if (now <= room && before > 0) return (left - (room - now) / before) * this.windowMs;
    return (left + (now > 0 ? 1 - room / now : 0)) * this.windowMs;
  }

  private newWindow(): RateWindow {
    return new RateWindow({ bytes: this.maxBytes, seed: this.seed });
  }
}

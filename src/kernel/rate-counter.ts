/** How full a bucket is after a request was counted, or refused. */
export interface RateVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the bucket has room again; where it was refused, until one more request is allowed. */
  readonly resetSeconds: number;
}

interface Count {
  own: number;
  elsewhere: number;
}

/** Keys above the bound of one window share a bucket. */
const OVERFLOW = 'overflow';

/**
 * Counts requests by key in a sliding window: the present window, and of the one before it the part that still overlaps.
 * Memory is bounded by the number of keys in two windows.
 */
export class RateCounter {
  private current = new Map<string, Count>();
  private previous = new Map<string, Count>();
  private window = 0;

  constructor(
    private readonly windowMs: number = 60_000,
    private readonly maxKeys: number = 100_000,
  ) {}

  /** Counts one request where that stays within `limit`. */
  take(key: string, limit: number, nowMs: number): RateVerdict {
    const verdict = this.look(key, limit, nowMs);
    if (!verdict.allowed) return verdict;
    this.countOf(key).own++;
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
    const count = this.current.get(key);
    if (count && count.own > 0) count.own--;
  }

  /** Counts of this process in the present window, by key. */
  ownCounts(nowMs: number): ReadonlyMap<string, number> {
    this.advance(nowMs);
    return new Map([...this.current].filter(([, { own }]) => own > 0).map(([key, { own }]) => [key, own]));
  }

  /** Notes the count of other processes in the present window. */
  noteElsewhere(key: string, count: number, nowMs: number): void {
    this.advance(nowMs);
    this.countOf(key).elsewhere = count;
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
      this.previous = window === this.window + 1 ? this.current : new Map();
      this.current = new Map();
      this.window = window;
    }
    return 1 - (nowMs - this.window * this.windowMs) / this.windowMs;
  }

  private used(key: string, left: number): number {
    return total(this.current.get(this.nameOf(key))) + total(this.previous.get(key)) * left;
  }

  /** Until the sum of both windows leaves room for one request more. */
  private waitMs(key: string, limit: number, left: number): number {
    const now = total(this.current.get(this.nameOf(key)));
    const before = total(this.previous.get(key));
    const room = Math.max(0, limit - 1);
    if (now <= room && before > 0) return (left - (room - now) / before) * this.windowMs;
    return (left + (now > 0 ? 1 - room / now : 0)) * this.windowMs;
  }

  private nameOf(key: string): string {
    return this.current.has(key) || this.current.size < this.maxKeys ? key : OVERFLOW;
  }

  private countOf(key: string): Count {
    const name = this.nameOf(key);
    const known = this.current.get(name);
    if (known) return known;
    const count = { own: 0, elsewhere: 0 };
    this.current.set(name, count);
    return count;
  }
}

const total = (count: Count | undefined): number => (count ? count.own + count.elsewhere : 0);

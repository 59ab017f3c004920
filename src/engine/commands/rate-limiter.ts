import { EMAIL_TRIES_PER_ADDRESS, type RateKind, rateLimits } from '../../catalogue/rates.js';
import { epochMs } from '../../kernel/instant.js';
import { RateCounter, type RateVerdict } from '../../kernel/rate-counter.js';
import { Rejection } from '../../kernel/rejection.js';
import type { Clock } from '../../ports/process/clock.js';

/** Requests a minute by kind of bucket; `off` counts nothing. */
export type RateSettings = Readonly<Partial<Record<RateKind, number>>> | 'off';

const keyOf = (kind: RateKind, names: readonly string[]): string => [kind, ...names].join(' ');

/** Refuses what comes too often: by tenant, credential, client address and e-mail address (contract 1). */
export class RateLimiter {
  private readonly limits: Readonly<Record<RateKind, number>>;
  private readonly isOff: boolean;

  constructor(
    readonly counter: RateCounter,
    private readonly clock: Clock,
    settings: RateSettings = {},
  ) {
    this.isOff = settings === 'off';
    this.limits = { ...rateLimits, ...(settings === 'off' ? {} : settings) };
  }

  /** Counts a request; undefined where limits are off. @throws Rejection `errors.rate_limited` */
  take(kind: RateKind, ...names: readonly string[]): RateVerdict | undefined {
    if (this.isOff) return undefined;
    const verdict = this.counter.take(keyOf(kind, names), this.limits[kind], this.nowMs());
    return verdict.allowed ? verdict : refuse(verdict);
  }

  /** Counts a request that failed. */
  note(kind: RateKind, ...names: readonly string[]): void {
    if (!this.isOff) this.counter.take(keyOf(kind, names), this.limits[kind], this.nowMs());
  }

  /** Counts nothing. @throws Rejection `errors.rate_limited` where the bucket is full, unless `isExempt` */
  check(kind: RateKind, names: readonly string[], isExempt: () => boolean): void {
    if (this.isOff) return;
    const verdict = this.counter.look(keyOf(kind, names), this.limits[kind], this.nowMs());
    if (!verdict.allowed && !isExempt()) refuse(verdict);
  }

  /**
   * Counts an attempt at an e-mail address, to be refunded when it succeeds. A full bucket leaves each client address
   * a few tries, so that attempts from elsewhere do not lock the owner out.
   * @throws Rejection `errors.rate_limited`
   */
  takeEmail(tenantId: string, email: string, address: string): () => void {
    if (this.isOff) return () => {};
    const nowMs = this.nowMs();
    const names = [tenantId, email.toLowerCase()];
    const [shared, own] = [keyOf('email', names), keyOf('email', [...names, address])];
    const verdict = this.counter.take(shared, this.limits.email, nowMs);
    const mine = this.counter.take(own, verdict.allowed ? this.limits.email : EMAIL_TRIES_PER_ADDRESS, nowMs);
    if (!verdict.allowed && !mine.allowed) refuse(mine);
    return () => {
      this.counter.refund(shared, this.nowMs());
      this.counter.refund(own, this.nowMs());
    };
  }

  private nowMs(): number {
    return epochMs(this.clock.now());
  }
}

function refuse({ limit, resetSeconds }: RateVerdict): never {
  throw new Rejection('errors.rate_limited', [], { limit, retry_after: resetSeconds });
}

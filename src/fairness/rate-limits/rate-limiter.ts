import { EMAIL_TRIES_PER_ADDRESS, RATE_BURST, type RateKind, rateLimits } from '../../catalogue/rates.js';
import { sameEmail } from '../../catalogue/text/email.js';
import { MINUTE, SECOND } from '../../kernel/instant.js';
import { Rejection } from '../../kernel/rejection.js';
import type { Clock } from '../../ports/process/clock.js';

/** Requests a minute by kind of bucket; `off` counts nothing. */
export type RateSettings = Readonly<Partial<Record<RateKind, number>>> | 'off';

/** The state of a bucket after a request was counted, or refused. */
export interface RateVerdict {
  readonly allowed: boolean;
  /** Requests a minute. */
  readonly limit: number;
  /** Requests that are allowed at once. */
  readonly remaining: number;
  /** Seconds until the bucket is full again; after a refusal, until one more request is allowed. */
  readonly resetSeconds: number;
}

/** A request counts as one minute, of which `limit` pass in each minute, so that all sums are whole numbers. */
const COST = MINUTE;

interface Bucket {
  /** Cost of the requests that were counted and for which no time has passed yet. */
  debt: number;
  atMs: number;
}

/** The least recent half of the buckets is forgotten when there would be more. */
const MOST_BUCKETS = 200_000;

const keyOf = (kind: RateKind, names: readonly string[]): string => [kind, ...names].join(' ');

/**
 * Refuses requests that come too often: by tenant, credential, client address and e-mail address (contract 1). Each has
 * a token bucket, which holds at most `RATE_BURST` requests and fills at the rate of its limit.
 */
export class RateLimiter {
  /** Requests by key since other processes were informed; undefined where there are none. */
  unshared: Map<string, number> | undefined;
  private readonly limits: Readonly<Record<RateKind, number>>;
  /** Gets the counts of another process whose kind this class does not know. */
  elsewhere: (key: string, requests: number) => void = () => undefined;
  readonly isOff: boolean;
  private recent = new Map<string, Bucket>();
  private older = new Map<string, Bucket>();

  constructor(
    private readonly clock: Clock,
    settings: RateSettings = {},
    private readonly most = MOST_BUCKETS,
  ) {
    this.isOff = settings === 'off';
    this.limits = { ...rateLimits, ...(settings === 'off' ? {} : settings) };
  }

  /** Counts a request; undefined where limits are off. @throws Rejection `errors.rate_limited` */
  take(kind: RateKind, ...names: readonly string[]): RateVerdict | undefined {
    if (this.isOff) return undefined;
    const verdict = this.count(keyOf(kind, names), this.limits[kind]);
    return verdict.allowed ? verdict : refuse(verdict);
  }

  /** Counts a request that failed. */
  note(kind: RateKind, ...names: readonly string[]): void {
    if (!this.isOff) this.count(keyOf(kind, names), this.limits[kind]);
  }

  /** Counts nothing. @throws Rejection `errors.rate_limited` where the bucket is empty, unless `isExempt` */
  check(kind: RateKind, names: readonly string[], isExempt: () => boolean): void {
    if (this.isOff) return;
    const limit = this.limits[kind];
    const bucket = this.bucketOf(keyOf(kind, names), limit);
    if (!hasRoom(bucket, limit) && !isExempt()) refuse(verdictOf(bucket, limit, false));
  }

  /**
   * Counts an attempt at an e-mail address, to be refunded when it succeeds. An empty bucket leaves each client address
   * a few tries, so that attempts from elsewhere do not lock the owner out.
   * @throws Rejection `errors.rate_limited`
   */
  takeEmail(tenantId: string, email: string, address: string): () => void {
    if (this.isOff) return () => {};
    const names = [tenantId, sameEmail(email)];
    const [shared, own] = [keyOf('email', names), keyOf('email', [...names, address])];
    const { allowed } = this.count(shared, this.limits.email);
    const mine = this.count(own, allowed ? this.limits.email : EMAIL_TRIES_PER_ADDRESS);
    if (!allowed && !mine.allowed) refuse(mine);
    return () => {
      for (const key of [shared, own]) this.add(key, this.bucketOf(key, this.limits.email), -1);
    };
  }

  /**
   * As `takeEmail`, of one client address alone.
   * @throws Rejection `errors.rate_limited`
   */
  takeEmailFrom(tenantId: string, email: string, address: string): () => void {
    if (this.isOff) return () => {};
    const key = keyOf('email', [tenantId, sameEmail(email), address]);
    const verdict = this.count(key, this.limits.email);
    if (!verdict.allowed) refuse(verdict);
    return () => this.add(key, this.bucketOf(key, this.limits.email), -1);
  }

  /** Adds requests to what other processes get. */
  share(key: string, requests: number): void {
    const unshared = this.unshared?.get(key) ?? 0;
    if (unshared !== 0 || (this.unshared?.size ?? 0) < this.most) this.unshared?.set(key, unshared + requests);
  }

  /** Adds requests that another process counted; negative where it took some back. Unknown kinds are of newer versions. */
  addElsewhere(key: string, requests: number): void {
    const limit = this.limits[key.slice(0, key.indexOf(' ')) as RateKind];
    if (limit === undefined) {
      this.elsewhere(key, requests);
      return;
    }
    const bucket = this.bucketOf(key, limit);
    bucket.debt = Math.max(0, bucket.debt + requests * COST);
  }

  private count(key: string, limit: number): RateVerdict {
    const bucket = this.bucketOf(key, limit);
    const allowed = hasRoom(bucket, limit);
    if (allowed) this.add(key, bucket, 1);
    return verdictOf(bucket, limit, allowed);
  }

  private add(key: string, bucket: Bucket, requests: number): void {
    bucket.debt = Math.max(0, bucket.debt + requests * COST);
    this.share(key, requests);
  }

  /** The bucket as it is now. */
  private bucketOf(key: string, limit: number): Bucket {
    const nowMs = Math.floor(this.clock.monotonic());
    const known = this.recent.get(key);
    const bucket = known ?? this.older.get(key) ?? { debt: 0, atMs: nowMs };
    if (!known) this.remember(key, bucket);
    bucket.debt = Math.max(0, bucket.debt - Math.max(0, nowMs - bucket.atMs) * limit);
    bucket.atMs = nowMs;
    return bucket;
  }

  private remember(key: string, bucket: Bucket): void {
    if (this.recent.size >= this.most / 2) [this.older, this.recent] = [this.recent, new Map()];
    this.recent.set(key, bucket);
  }
}

const sizeOf = (limit: number): number => Math.min(limit, RATE_BURST) * COST;

const hasRoom = ({ debt }: Bucket, limit: number): boolean => debt + COST <= sizeOf(limit);

function verdictOf({ debt }: Bucket, limit: number, allowed: boolean): RateVerdict {
  const waitMs = (allowed ? debt : debt + COST - sizeOf(limit)) / limit;
  const remaining = Math.max(0, Math.floor((sizeOf(limit) - debt) / COST));
  return { allowed, limit, remaining, resetSeconds: Math.max(1, Math.ceil(waitMs / SECOND)) };
}

function refuse({ limit, resetSeconds }: RateVerdict): never {
  throw new Rejection('errors.rate_limited', [], { limit, retry_after: resetSeconds });
}

import { createHmac, hash } from 'node:crypto';
import { guessLimits, guessPauseSeconds } from '../../catalogue/rates.js';
import { sameEmail } from '../../catalogue/text/email.js';
import { DAY, SECOND } from '../../kernel/instant.js';
import { Rejection } from '../../kernel/rejection.js';
import type { Clock } from '../../ports/process/clock.js';
import { EvictingPlaces } from '../evicting-places.js';
import type { RateLimiter } from './rate-limiter.js';

type GuessKind = keyof typeof guessLimits;

/** An attempt to sign in. */
export interface Guess {
  readonly tenantId: string;
  readonly email: string;
  readonly password: string;
  readonly network: string;
}

interface Failures {
  count: number;
  readonly sinceMs: number;
  pausedUntilMs: number;
}

/** Counts of a kind. Further ones end those of the tenant with most, or the oldest. */
const MOST = 50_000;
const SHARED = 'guess-';
const { first: FIRST, longest: LONGEST } = guessPauseSeconds;

const shortened = (...names: readonly string[]) => hash('sha256', JSON.stringify(names), 'base64url');

function partsOf(key: string) {
  const [kind = '', owner = ''] = key.split(' ', 2);
  return { kind: kind as GuessKind, owner };
}

/** The pause behind this number of failures in a day. The first ones are free, and each further one doubles it. */
function pauseMs(failures: number, free: number): number {
  return failures < free ? 0 : Math.min(LONGEST, FIRST * 2 ** (failures - free)) * SECOND;
}

/**
 * Slows the guessing of passwords. Failures count by account, by network, and by password at all accounts of a tenant.
 * A pause holds for networks that never signed in to the account, so that it does not lock the user out.
 */
export class Guesses {
  private readonly failures = new Map<string, Failures>();
  private readonly places: Readonly<Record<GuessKind, EvictingPlaces<string>>>;
  constructor(
    private readonly rates: RateLimiter,
    private readonly clock: Pick<Clock, 'monotonic'>,
    /** Key of the digests of guessed passwords, which lives in memory. */
    private readonly secret: string,
    most = MOST,
  ) {
    const places = () => new EvictingPlaces<string>(most, (key) => this.failures.delete(key), { sparesFew: true });
    this.places = { account: places(), password: places(), network: places() };
    rates.elsewhere = (key, failures) => this.addElsewhere(key, failures);
  }

  /**
   * Counts an attempt as a failure until it is taken back. `isKnown`: the network signed in to the account before.
   * @throws Rejection `errors.rate_limited`
   */
  async take(guess: Guess, isKnown: () => Promise<boolean>): Promise<() => void> {
    if (this.rates.isOff) return () => undefined;
    const refund = this.rates.takeEmailFrom(guess.tenantId, guess.email, guess.network);
    const keys = this.keysOf(guess);
    const waitMs = Math.max(...keys.map((key) => this.waitMs(key)));
    if (waitMs <= 0) {
      for (const key of keys) this.count(key, 1);
      const taken = keys.map((key) => [key, this.failures.get(key)?.pausedUntilMs] as const);
      return () => {
        refund();
        for (const [key, pausedUntilMs] of taken) this.takeBack(key, pausedUntilMs);
      };
    }
    if (await isKnown()) return refund;
    throw new Rejection('errors.rate_limited', [], { retry_after: Math.ceil(waitMs / SECOND) });
  }

  /** A kind, who has its place, and what is counted. */
  private keysOf({ tenantId, email, password, network }: Guess): readonly string[] {
    const guessed = createHmac('sha256', this.secret).update(password).digest('base64url');
    return [
      `account ${tenantId} ${shortened(sameEmail(email))}`,
      `password ${tenantId} ${guessed}`,
      `network ${network}`,
    ];
  }

  private waitMs(key: string): number {
    return (this.known(key)?.pausedUntilMs ?? 0) - this.clock.monotonic();
  }

  private known(key: string): Failures | undefined {
    const found = this.failures.get(key);
    const nowMs = this.clock.monotonic();
    if (!found || nowMs - found.sinceMs < DAY || nowMs < found.pausedUntilMs) return found;
    this.failures.delete(key);
    this.places[partsOf(key).kind].delete(key);
    return undefined;
  }

  private count(key: string, failures: number): void {
    this.add(key, failures);
    if (!key.startsWith('password')) this.rates.share(SHARED + key, failures);
  }

  private add(key: string, failures: number): void {
    const nowMs = this.clock.monotonic();
    const known = this.known(key) ?? { count: 0, sinceMs: nowMs, pausedUntilMs: 0 };
    const { kind, owner } = partsOf(key);
    known.count = Math.max(0, known.count + failures);
    const pause = failures > 0 ? pauseMs(known.count, guessLimits[kind]) : 0;
    if (pause > 0) known.pausedUntilMs = Math.max(known.pausedUntilMs, nowMs + pause);
    this.failures.set(key, known);
    this.places[kind].note(key, owner);
  }

  private takeBack(key: string, pausedUntilMs: number | undefined): void {
    const known = this.failures.get(key);
    if (!known) return;
    this.count(key, -1);
    if (known.pausedUntilMs === pausedUntilMs) known.pausedUntilMs = 0;
  }

  private addElsewhere(shared: string, failures: number): void {
    const key = shared.slice(SHARED.length);
    if (shared.startsWith(SHARED) && Object.hasOwn(guessLimits, partsOf(key).kind)) this.add(key, failures);
  }
}

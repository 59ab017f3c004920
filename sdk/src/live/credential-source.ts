import type { ErrorResponse } from '../api.js';
import { NoAnswer, SignedOut, TidingsError } from '../errors.js';
import { PASSING } from '../retried.js';
import { isPassing, pauseBefore } from '../retries.js';
import type { Tidings } from '../tidings.js';
import type { Platform } from './platform.js';

export type Found = { readonly token: string | undefined } | { readonly error: unknown };

const MOST_DOUBLED = 5;
/** Attempts at a credential that the service refuses, or whose function throws an unknown error. */
const MOST_ATTEMPTS = 5;
const EXPIRED = 'errors.token.expired';
const REJECTED = 'errors.unauthenticated';

/** The credential of a connection: it waits while what is wrong passes, and says what is final. */
export class CredentialSource {
  current: string | undefined;
  private refusal: ErrorResponse | undefined;
  private refusals = 0;
  private failures = 0;
  private wasAccepted = false;

  constructor(
    private readonly tidings: Tidings,
    private readonly platform: Platform,
  ) {}

  accepted(): void {
    this.wasAccepted = true;
    this.refusal = undefined;
    this.refusals = 0;
    this.failures = 0;
  }

  /** The service refused the current credential, or refused it for the moment. */
  refused(error: ErrorResponse): void {
    this.refusal = error;
    if (!PASSING.includes(error.code)) this.refusals++;
  }

  /** The next credential to try. Undefined: it is not wanted any more. */
  async next(isWanted: () => boolean): Promise<Found | undefined> {
    while (isWanted()) {
      const found = await this.asked();
      if (!isWanted()) return undefined;
      if (!('pause' in found)) return found;
      await new Promise<void>((resolve) => this.platform.after(found.pause, resolve));
    }
    return undefined;
  }

  private async asked(): Promise<Found | { readonly pause: number }> {
    const { refusal, current } = this;
    const isPassed = refusal === undefined || PASSING.includes(refusal.code);
    if (refusal && !isPassed && !this.mayRenew(refusal)) return { error: new TidingsError(401, refusal) };
    let token: string | undefined;
    try {
      token = await this.tidings.credential(isPassed ? undefined : current);
    } catch (error) {
      return this.failed(error);
    }
    this.failures = 0;
    if (refusal && !isPassed && token === current) {
      if (refusal.code !== EXPIRED) return { error: new TidingsError(401, refusal) };
      return { pause: pauseBefore(Math.min(this.refusals++, MOST_DOUBLED), null) };
    }
    this.current = token;
    return { token };
  }

  private mayRenew({ code }: ErrorResponse): boolean {
    if (typeof this.tidings.options.credential !== 'function') return false;
    return code === EXPIRED || (code === REJECTED && this.refusals < MOST_ATTEMPTS);
  }

  private failed(error: unknown): Found | { readonly pause: number } {
    const isTemporary = this.passes(error) ?? (this.wasAccepted && this.failures + 1 < MOST_ATTEMPTS);
    if (!isTemporary) return { error };
    return { pause: pauseBefore(Math.min(this.failures++, MOST_DOUBLED), null) };
  }

  /** Undefined: the function has an error of its own. A proxy's page is not what the service decides. */
  private passes(error: unknown): boolean | undefined {
    if (error instanceof NoAnswer) return true;
    if (error instanceof TidingsError) return isPassing(error);
    return error instanceof SignedOut ? false : undefined;
  }
}

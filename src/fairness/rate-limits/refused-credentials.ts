import { hash } from 'node:crypto';
import { SECOND } from '../../kernel/instant.js';
import { Rejection } from '../../kernel/rejection.js';
import type { Credentials } from '../../ports/identity/authenticator.js';
import type { Clock } from '../../ports/process/clock.js';

const MOST = 1_000;

interface Refusal {
  readonly endsMs: number;
  readonly rejection: Rejection;
}

/** Credentials are not kept in memory as they are. */
const digestOf = ({ authorization = '', apiKey = '' }: Credentials): string =>
  hash('sha256', `${authorization}\n${apiKey}`, 'base64url');

/** Refuses a credential over its limit until its `Retry-After` ends, before the credential is verified again. */
export class RefusedCredentials {
  /** By the digest of the credential, the oldest first. */
  private readonly refusals = new Map<string, Refusal>();

  constructor(private readonly clock: Clock) {}

  /** @throws Rejection `errors.rate_limited` */
  check(credentials: Credentials): void {
    if (this.refusals.size === 0) return;
    const digest = digestOf(credentials);
    const refusal = this.refusals.get(digest);
    if (refusal && this.clock.monotonic() < refusal.endsMs) throw refusal.rejection;
    if (refusal) this.refusals.delete(digest);
  }

  /** Remembers where `take` refuses the credential. @throws what `take` throws */
  whenRefused<T>(credentials: Credentials, take: () => T): T {
    try {
      return take();
    } catch (error) {
      if (error instanceof Rejection) this.add(credentials, error);
      throw error;
    }
  }

  private add(credentials: Credentials, rejection: Rejection): void {
    const [oldest] = this.refusals.keys();
    if (oldest !== undefined && this.refusals.size >= MOST) this.refusals.delete(oldest);
    const waitMs = Number(rejection.details?.retry_after) * SECOND;
    this.refusals.set(digestOf(credentials), { endsMs: this.clock.monotonic() + waitMs, rejection });
  }
}

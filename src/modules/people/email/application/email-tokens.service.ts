import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import { HOUR, type Instant, plus } from '../../../../kernel/instant.js';
import { SECRETS, type Secrets } from '../../../../ports/identity/secrets.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';

/** A user, and an address whose mails the user reads. */
export interface ProvenEmail {
  readonly userId: string;
  readonly email: string;
}

interface Sealed extends ProvenEmail {
  readonly due: Instant;
}

/** Bound to the tenant: a token opens in no other. */
const purposeOf = (tenantId: string) => `email-confirmation:${tenantId}`;

/**
 * Tokens of links that prove an e-mail address. A token is sealed and carries its own facts, so that nothing is stored.
 * It counts only for an address that the user has or wants.
 */
@Injectable()
export class EmailTokens {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {}

  issue(tenantId: string, proven: ProvenEmail): string {
    const { userId, email } = proven;
    const sealed: Sealed = { userId, email, due: plus(this.clock.now(), limits.emailTokenHours * HOUR) };
    return Buffer.from(this.secrets.seal(purposeOf(tenantId), JSON.stringify(sealed)), 'base64').toString('base64url');
  }

  /** undefined: it is forged, of another tenant, or it has expired. */
  open(tenantId: string, token: string): ProvenEmail | undefined {
    // A spelling that decodes to the same bytes is another token.
    if (Buffer.from(token, 'base64url').toString('base64url') !== token) return undefined;
    try {
      const { due, userId, email } = JSON.parse(this.secrets.unseal(purposeOf(tenantId), token)) as Sealed;
      return due > this.clock.now() ? { userId, email } : undefined;
    } catch {
      return undefined;
    }
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { operationalRetention } from '../../../../catalogue/retention.js';
import { type Instant, plus, SECOND } from '../../../../kernel/instant.js';
import { SECRETS, type Secrets } from '../../../../ports/identity/secrets.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';

const NONCE_BYTES = 16;
/** Time for which a challenge is valid, and for which its use is remembered. */
export const CHALLENGE_MS = operationalRetention['passkey-challenge'].seconds * SECOND;

export type Ceremony = 'registration' | 'authentication';

/** The facts that a challenge carries, sealed. */
export interface Challenge {
  readonly rpId: string;
  /** User who registers, or name of the e-mail address that signs in. Absent: any user may sign in. */
  readonly whose?: string;
  readonly nonce: string;
  readonly due: Instant;
}

interface Use {
  /** The request that used it. */
  readonly by: string;
}

/** Bound to the tenant and the ceremony: a challenge opens in no other. */
const purposeOf = (tenantId: string, ceremony: Ceremony) => `passkey-${ceremony}:${tenantId}`;

/**
 * Challenges of passkeys: valid for five minutes and one use. A challenge is sealed and carries its own facts, so that
 * any number of requests stores nothing. Only a use is stored, until all challenges of its time have expired.
 */
@Injectable()
export class PasskeyChallenges {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {}

  /** @returns the challenge in base64url */
  issue(tenantId: string, ceremony: Ceremony, about: Pick<Challenge, 'rpId' | 'whose'>): string {
    const facts: Challenge = { ...about, nonce: this.ids.secret(NONCE_BYTES), due: this.end() };
    const sealed = this.secrets.seal(purposeOf(tenantId, ceremony), JSON.stringify(facts));
    return Buffer.from(sealed, 'base64').toString('base64url');
  }

  /** undefined: it is forged, of another tenant or ceremony, or it has expired. */
  open(tenantId: string, ceremony: Ceremony, text: string): Challenge | undefined {
    try {
      const facts = JSON.parse(this.secrets.unseal(purposeOf(tenantId, ceremony), text)) as Challenge;
      return facts.due > this.clock.now() ? facts : undefined;
    } catch {
      return undefined;
    }
  }

  /** By compare-and-set: of several at once one wins. The same request may use it again, to finish what broke off. */
  async use(tenantId: string, { nonce }: Challenge, by: string): Promise<boolean> {
    const key = { tenantId, kind: 'passkey-challenge', id: nonce };
    const use: Use = { by };
    if (await this.operations.put(key, use, { expected: 0, due: this.end() })) return true;
    return (await this.operations.get<Use>(key))?.value.by === by;
  }

  private end(): Instant {
    return plus(this.clock.now(), CHALLENGE_MS);
  }
}

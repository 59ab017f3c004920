import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import { operationalRetention } from '../../../../catalogue/retention.js';
import { sameEmail } from '../../../../catalogue/text/email.js';
import { DAY, epochMs, type Instant, plus } from '../../../../kernel/instant.js';
import { SECRETS, type Secrets } from '../../../../ports/identity/secrets.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import {
  OPERATIONAL_STORE,
  type OperationalKey,
  type OperationalStore,
} from '../../../../ports/stores/operational-store.js';

const KIND = 'sign-in-networks';
const KEPT_MS = operationalRetention[KIND].days * DAY;

/** Networks from which an account was signed in to, by digest, least recent first. */
type Known = readonly { readonly network: string; readonly at: Instant }[];

/** The networks from which each account was signed in to, a bounded number. */
@Injectable()
export class SignInNetworks {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async has(tenantId: string, email: string, network: string): Promise<boolean> {
    const known = (await this.operations.get<Known>(this.keyOf(tenantId, email)))?.value ?? [];
    return known.some((each) => each.network === this.digest(tenantId, email, network));
  }

  /** Keeps the network for 90 days. One that was noted within a day is not written again. */
  async note(tenantId: string, email: string, network: string): Promise<void> {
    const key = this.keyOf(tenantId, email);
    const digest = this.digest(tenantId, email, network);
    for (;;) {
      const entry = await this.operations.get<Known>(key);
      const at = this.clock.now();
      const known = entry?.value ?? [];
      const before = known.find((each) => each.network === digest);
      if (before && epochMs(at) - epochMs(before.at) < DAY) return;
      const alive = known.filter((each) => each !== before && epochMs(at) - epochMs(each.at) < KEPT_MS);
      const next = [...alive, { network: digest, at }].slice(-limits.signInNetworks);
      const options = { expected: entry?.revision ?? 0, due: plus(at, KEPT_MS), relaxed: true } as const;
      if (await this.operations.put(key, next, options)) return;
    }
  }

  private keyOf(tenantId: string, email: string): OperationalKey {
    return { tenantId, kind: KIND, id: this.digest(tenantId, email) };
  }

  private digest(tenantId: string, email: string, ...more: readonly string[]): string {
    return this.secrets.digest(KIND, JSON.stringify([tenantId, sameEmail(email), ...more]));
  }
}

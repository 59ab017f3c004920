import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { operationalRetention } from '../../../../catalogue/retention.js';
import { DAY, plus } from '../../../../kernel/instant.js';
import { innerId } from '../../../../kernel/stream.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import {
  OPERATIONAL_STORE,
  type OperationalKey,
  type OperationalStore,
} from '../../../../ports/stores/operational-store.js';
import type { Passkey } from '../domain/passkey.events.js';

const KEPT_MS = operationalRetention['passkey-sign-count'].days * DAY;

/** The count of a passkey's last sign-in, and the revision of its entry. */
export interface SignCount {
  readonly count: number;
  readonly revision: number;
}

/** An id of a credential may be longer than an id of an entry. */
const keyOf = (tenantId: string, userId: string, { credentialId }: Passkey): OperationalKey => ({
  tenantId,
  kind: 'passkey-sign-count',
  id: innerId(userId, hash('sha256', credentialId, 'base64url')),
});

/** Sign counts of passkeys whose authenticator counts. They rise with each sign-in and make no events. */
@Injectable()
export class SignCounts {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async of(tenantId: string, userId: string, passkey: Passkey): Promise<SignCount> {
    const entry = await this.operations.get<number>(keyOf(tenantId, userId, passkey));
    return { count: Math.max(passkey.signCount, entry?.value ?? 0), revision: entry?.revision ?? 0 };
  }

  /** False: another sign-in with the passkey came first. 0 is the count of an authenticator that does not count. */
  async advance(
    tenantId: string,
    userId: string,
    passkey: Passkey,
    before: SignCount,
    count: number,
  ): Promise<boolean> {
    if (count === 0) return true;
    const options = { expected: before.revision, due: plus(this.clock.now(), KEPT_MS) };
    return this.operations.put(keyOf(tenantId, userId, passkey), count, options);
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import { operationalRetention } from '../../../../catalogue/retention.js';
import { DAY, plus } from '../../../../kernel/instant.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import {
  OPERATIONAL_STORE,
  type OperationalKey,
  type OperationalStore,
} from '../../../../ports/stores/operational-store.js';

const KIND = 'user-sessions';
/** No sign-in lives longer. */
const KEPT_MS = operationalRetention[KIND].days * DAY;

/** Ids of sign-ins, oldest first. Some may have ended. */
type Sids = readonly string[];

const keyOf = (tenantId: string, userId: string): OperationalKey => ({ tenantId, kind: KIND, id: userId });

/** The sign-ins of each user, a bounded number. */
@Injectable()
export class SessionIndex {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Durable when the promise resolves. Returns the oldest ones beyond the limit. */
  async add(tenantId: string, userId: string, sid: string): Promise<Sids> {
    let dropped: Sids = [];
    await this.update(tenantId, userId, (sids) => {
      const all = [...sids, sid];
      dropped = all.slice(0, -limits.sessionsPerUser);
      return all.slice(-limits.sessionsPerUser);
    });
    return dropped;
  }

  async remove(tenantId: string, userId: string, sid: string): Promise<void> {
    await this.update(tenantId, userId, (sids) =>
      sids.includes(sid) ? sids.filter((each) => each !== sid) : undefined,
    );
  }

  async of(tenantId: string, userId: string): Promise<Sids> {
    return (await this.operations.get<Sids>(keyOf(tenantId, userId)))?.value ?? [];
  }

  /** Every try that fails is another's success. */
  private async update(tenantId: string, userId: string, change: (sids: Sids) => Sids | undefined): Promise<void> {
    const key = keyOf(tenantId, userId);
    for (;;) {
      const entry = await this.operations.get<Sids>(key);
      const next = change(entry?.value ?? []);
      if (!next) return;
      const due = plus(this.clock.now(), KEPT_MS);
      if (await this.operations.put(key, next, { expected: entry?.revision ?? 0, due })) return;
    }
  }
}

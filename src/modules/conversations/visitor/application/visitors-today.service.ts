import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import { operationalRetention } from '../../../../catalogue/retention.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import { DAY, epochMs, type Instant, plus, SECOND } from '../../../../kernel/instant.js';
import { Rejection } from '../../../../kernel/rejection.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';

const KIND = 'visitors-begun';
const KEPT_MS = operationalRetention[KIND].days * DAY;

interface Begun {
  readonly since: Instant;
  readonly count: number;
}

/** Counts the conversations that visitors of a tenant begin, for a day from the first one. */
@Injectable()
export class VisitorsToday {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
  ) {}

  /** @throws Rejection `errors.rate_limited` */
  async count(tenantId: string): Promise<void> {
    if (this.config.rateLimits === 'off') return;
    const key = { tenantId, kind: KIND, id: 'day' } as const;
    for (;;) {
      const known = await this.operations.get<Begun>(key);
      const now = this.clock.now();
      const isToday = known !== undefined && plus(known.value.since, KEPT_MS) > now;
      const { since, count } = isToday ? known.value : { since: now, count: 0 };
      const due = plus(since, KEPT_MS);
      if (count >= limits.visitorsPerDay) refuse(now, due);
      const options = { expected: known?.revision ?? 0, due, relaxed: true } as const;
      if (await this.operations.put<Begun>(key, { since, count: count + 1 }, options)) return;
    }
  }
}

function refuse(now: Instant, due: Instant): never {
  const waitMs = epochMs(due) - epochMs(now);
  const details = { limit: limits.visitorsPerDay, retry_after: Math.max(1, Math.ceil(waitMs / SECOND)) };
  throw new Rejection('errors.rate_limited', [], details);
}

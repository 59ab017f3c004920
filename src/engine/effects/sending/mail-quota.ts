import { operationalRetention } from '../../../catalogue/retention.js';
import { DAY, type Instant, later, MINUTE, plus } from '../../../kernel/instant.js';
import type { Clock } from '../../../ports/process/clock.js';
import type { OperationalStore } from '../../../ports/stores/operational-store.js';

/** Mails of one tenant and channel. */
export interface MailBounds {
  readonly perMinute: number;
  readonly perDay: number;
}

const KIND = 'mail-quota';
const KEPT_MS = operationalRetention[KIND].days * DAY;

interface Counted {
  /** Day in UTC. */
  readonly day: string;
  readonly mails: number;
  /** The time by which the mails that were let through are worth a minute's quota. */
  readonly full: Instant;
}

const dayOf = (at: Instant): string => at.slice(0, 10);

/** Counts the mails of each tenant in the operational store, for all processes. */
export class MailQuota {
  constructor(
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
    private readonly bounds: MailBounds,
  ) {}

  /** Counts a mail. @returns when it may go; undefined where the quota of the day is used up */
  async book(tenantId: string, channel: string): Promise<Instant | undefined> {
    const key = { tenantId, kind: KIND, id: channel };
    const { perMinute, perDay } = this.bounds;
    for (;;) {
      const now = this.clock.now();
      const found = await this.operations.get<Counted>(key);
      const full = later(found?.value.full ?? now, now);
      const slot = later(plus(full, MINUTE / perMinute - MINUTE), now);
      const before = found?.value.day === dayOf(now) ? found.value.mails : 0;
      if (before >= perDay) return undefined;
      const next: Counted = { day: dayOf(now), mails: before + 1, full: plus(full, MINUTE / perMinute) };
      const options = { expected: found?.revision ?? 0, due: plus(later(now, next.full), KEPT_MS) };
      if (await this.operations.put(key, next, options)) return slot;
    }
  }
}

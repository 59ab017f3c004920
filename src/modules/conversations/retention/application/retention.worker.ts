import { Inject, Injectable } from '@nestjs/common';
import type { Worker } from '../../../../engine/effects/lease.js';
import { SubscriberWithTicks } from '../../../../engine/effects/subscribed/subscriber-with-ticks.js';
import { ClockTrust } from '../../../../engine/erasure/clock-trust.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import type { Recorded } from '../../../../kernel/event.js';
import { parseStreamName } from '../../../../kernel/stream.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import {
  OPERATIONAL_STORE,
  type OperationalKey,
  type OperationalStore,
} from '../../../../ports/stores/operational-store.js';
import { conversationType } from '../../conversation-type/domain/conversation-type.resource.js';
import { PolicySchedule } from './policy-schedule.service.js';
import { RetentionLook } from './retention-look.service.js';

const NAME = 'retention';
const LOOK_MS = 1_000;
const TYPES_AT_ONCE = 50;

/** Looks at the types with a retention policy when they are due, a page of conversations of each in turn. */
@Injectable()
export class RetentionWorker implements Worker {
  private readonly work: SubscriberWithTicks;
  /** Types that were put off for too long are awake since the last start. */
  private isAwake = false;

  constructor(
    @Inject(EventLog) log: EventLog,
    @Inject(OPERATIONAL_STORE) operations: OperationalStore,
    @Inject(LOGGER) logger: Logger,
    @Inject(PolicySchedule) private readonly schedule: PolicySchedule,
    @Inject(RetentionLook) private readonly retention: RetentionLook,
    @Inject(ClockTrust) private readonly trust: ClockTrust,
  ) {
    const handle = (events: readonly Recorded[]) => this.handle(events);
    const types = Object.keys(conversationType.eventTypes);
    const handler = { name: NAME, types, handle, isRepeatable: true } as const;
    const tick = (isCurrent: () => boolean) => this.tick(isCurrent);
    this.work = new SubscriberWithTicks({ log, operations, logger }, handler, LOOK_MS, tick);
  }

  start(): void {
    this.isAwake = false;
    this.work.start();
  }

  close(): void {
    this.work.close();
  }

  private async handle(events: readonly Recorded[]): Promise<boolean> {
    for (const stream of new Set(events.map(({ meta }) => meta.stream))) {
      const { tenantId, id } = parseStreamName(stream);
      await this.schedule.changed(tenantId, id);
    }
    return events.length > 0;
  }

  /** A type that fails holds up no other. */
  private async look({ tenantId, id }: OperationalKey): Promise<boolean> {
    try {
      return await this.retention.look(tenantId, id);
    } catch (error) {
      this.work.failed(error);
      return false;
    }
  }

  /** Some may be due again at once. */
  private async tick(isCurrent: () => boolean): Promise<number> {
    if (!this.trust.isTrusted) return LOOK_MS;
    if (!this.isAwake) {
      await this.retention.wake(isCurrent);
      this.isAwake = isCurrent();
    }
    const due = await this.schedule.due(TYPES_AT_ONCE);
    let hasMore = false;
    for (const { key } of due) {
      if (!isCurrent()) break;
      if (await this.look(key)) hasMore = true;
    }
    return hasMore ? 0 : LOOK_MS;
  }
}

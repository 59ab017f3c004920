import { Inject, Injectable } from '@nestjs/common';
import type { Worker } from '../../../../engine/effects/lease.js';
import { WorkerHost } from '../../../../engine/effects/worker-host.js';
import { CheckpointedSubscriber } from '../../../../engine/log/checkpointed-subscriber.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { isOutage } from '../../../../engine/log/log-outage.js';
import type { Recorded } from '../../../../kernel/event.js';
import { DAY, plus } from '../../../../kernel/instant.js';
import { Rejection } from '../../../../kernel/rejection.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import type { NotificationsRequested } from '../domain/notification-request.events.js';
import { Notifier } from './notifier.service.js';

const NAME = 'notifications';
/** An older request is not sent late, and the entries of none that is handled have expired. */
const MOST_AGE_MS = DAY;
/** Attempts after unexpected errors, so that one request cannot stop all others. */
const MOST_ATTEMPTS = 5;

/** Plans requested notifications whose call or run broke off before they were in the outbox. */
@Injectable()
export class RequestedNotifications implements Worker {
  private readonly failed: (name: string, error: unknown) => void;
  private readonly subscriber: CheckpointedSubscriber;
  private readonly attempts = new Map<string, number>();

  constructor(
    @Inject(EventLog) log: EventLog,
    @Inject(OPERATIONAL_STORE) operations: OperationalStore,
    @Inject(LOGGER) logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Notifier) private readonly notifier: Notifier,
  ) {
    this.failed = WorkerHost.failed(logger);
    const handle = (events: readonly Recorded[]) => this.handle(events as readonly Recorded<NotificationsRequested>[]);
    const handler = { name: NAME, types: ['NotificationsRequested'], handle };
    this.subscriber = new CheckpointedSubscriber(log, operations, handler, this.failed);
  }

  start(): void {
    this.subscriber.start();
  }

  close(): void {
    this.subscriber.close();
  }

  /** @returns whether any notification is planned */
  private async handle(events: readonly Recorded<NotificationsRequested>[]): Promise<boolean> {
    let isAny = false;
    for (const event of events) {
      if (plus(event.meta.at, MOST_AGE_MS) > this.clock.now()) isAny = (await this.complete(event)) || isAny;
    }
    return isAny;
  }

  /** Nothing where the conversation is removed. @throws Error when another attempt must follow */
  private async complete(event: Recorded<NotificationsRequested>): Promise<boolean> {
    const { id } = event.meta;
    try {
      const isAny = await this.notifier.complete(event);
      this.attempts.delete(id);
      return isAny;
    } catch (error) {
      if (error instanceof Rejection && error.code === 'errors.conversation.not_found') return false;
      const attempt = (this.attempts.get(id) ?? 0) + 1;
      if (isOutage(error) || attempt < MOST_ATTEMPTS) {
        if (!isOutage(error)) this.attempts.set(id, attempt);
        throw error;
      }
      this.attempts.delete(id);
      this.failed(`the notifications of event ${id} are not planned after ${MOST_ATTEMPTS} attempts`, error);
      return false;
    }
  }
}

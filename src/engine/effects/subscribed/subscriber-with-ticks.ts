import type { Logger } from '../../../ports/process/logger.js';
import type { OperationalStore } from '../../../ports/stores/operational-store.js';
import { CheckpointedSubscriber, type EventHandler } from '../../log/checkpointed-subscriber.js';
import type { EventLog } from '../../log/event-log.js';
import type { Worker } from '../lease.js';
import { RepeatedWork } from '../repeated-work.js';
import { WorkerHost } from '../worker-host.js';

export interface SubscriberParts {
  readonly log: EventLog;
  readonly operations: OperationalStore;
  readonly logger: Logger;
}

/** A subscriber notes in a store what its events leave to do. Ticks do it. */
export class SubscriberWithTicks implements Worker {
  /** Reports a failure of the work. */
  readonly failed: (error: unknown) => void;
  private readonly subscriber: CheckpointedSubscriber;
  private readonly ticks: RepeatedWork;

  constructor(
    { log, operations, logger }: SubscriberParts,
    handler: EventHandler,
    everyMs: number,
    tick: ConstructorParameters<typeof RepeatedWork>[1],
  ) {
    const failed = WorkerHost.failed(logger);
    this.failed = (error) => failed(handler.name, error);
    this.subscriber = new CheckpointedSubscriber(log, operations, handler, failed);
    this.ticks = new RepeatedWork(everyMs, tick, this.failed);
  }

  get isOpen(): boolean {
    return this.ticks.isOpen;
  }

  start(): void {
    this.close();
    this.subscriber.start();
    this.ticks.start();
  }

  close(): void {
    this.ticks.close();
    this.subscriber.close();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Outbox } from '../../engine/effects/outbox.js';
import { QueueLengths } from '../../engine/effects/queue-lengths.js';
import { EventLog } from '../../engine/log/event-log.js';
import { MOST_EVENTS, type SubscriberLag, SubscriberLags } from '../../engine/log/subscriber-lags.js';
import { CaughtUp } from '../../engine/read-models/caught-up.js';
import { ParkedEvents } from '../../engine/read-models/parked/parked-events.js';
import { Parking } from '../../engine/read-models/parking.js';
import { epochMs, FAR_FUTURE, SECOND } from '../../kernel/instant.js';
import { CLOCK, type Clock } from '../../ports/process/clock.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../ports/stores/operational-store.js';
import { EventLoopStalls } from '../server/event-loop-stalls.js';
import { Metrics } from './metrics.js';

const ANSWERS_WITHIN_MS = 800;

/** 1: it answers in time; 0: it does not. */
const isInTime = (answer: Promise<unknown>): Promise<number> =>
  Promise.race([
    answer.then(
      () => 1,
      () => 0,
    ),
    sleep(ANSWERS_WITHIN_MS, 0, { ref: false }),
  ]);

/** Kinds of entries that a worker takes up when they are due. */
const DUE_KINDS = ['timer', 'effect', 'webhook-queue'] as const;

/** Metrics of the log, the read models and the workers. None is labelled by tenant. */
@Injectable()
export class WorkerMetrics implements OnModuleDestroy {
  private readonly stalls: EventLoopStalls;
  private readonly lags: SubscriberLags;

  constructor(
    @Inject(Metrics) metrics: Metrics,
    @Inject(EventLog) log: EventLog,
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CaughtUp) caughtUp: CaughtUp,
    @Inject(Parking) parking: Parking,
    @Inject(ParkedEvents) parkedEvents: ParkedEvents,
    @Inject(Outbox) { outcomes }: Outbox,
    @Inject(QueueLengths) queues: QueueLengths,
  ) {
    this.stalls = new EventLoopStalls(clock);
    this.stalls.start();
    this.lags = new SubscriberLags(log, operations, clock);
    metrics.gauge('tidings_log_position', 'Position of the newest event in the log', () => log.head());
    metrics.gauge(
      'tidings_parked_documents',
      'Number of parked documents, on which a projection failed',
      () => parking.size,
    );
    metrics.gauge(
      'tidings_parked_events',
      'Number of parked events, which cannot be decoded and are not skipped',
      () => parkedEvents.size,
    );
    metrics.gauge(
      'tidings_read_model_position',
      'Position up to which the read models have applied the log',
      () => caughtUp.position,
    );
    metrics.gauge('tidings_event_loop_stall_seconds', 'Longest stall of the event loop since the last read', () =>
      this.stalls.longest(),
    );
    metrics.counter(
      'tidings_event_loop_stalls_total',
      'Stalls of the event loop over 50 milliseconds',
      () => this.stalls.count,
    );
    metrics.gauges(
      'tidings_store_reachable',
      '1 while a store answers this process, 0 while it does not',
      'store',
      () => this.reachableStores(log),
    );
    metrics.gauges(
      'tidings_subscriber_lag_events',
      `Events that a subscriber has not handled, at most ${MOST_EVENTS}; one of another process counts from its checkpoint`,
      'subscriber',
      () => this.lagsBy(({ events }) => events),
    );
    metrics.gauges(
      'tidings_subscriber_lag_seconds',
      'Age of the first event that a subscriber has not handled; 0 when it has handled all',
      'subscriber',
      () => this.lagsBy(({ seconds }) => seconds),
    );
    metrics.gauges(
      'tidings_oldest_due_seconds',
      'Time for which the oldest due entry of a kind has waited; 0 when nothing is due',
      'kind',
      () => this.oldestDue(),
    );
    metrics.gauges('tidings_queue_length', 'Work that waits for its turn in this process, by kind', 'kind', async () =>
      queues.read(),
    );
    metrics.counters(
      'tidings_effects_total',
      'Effects that this process brought to an end; only the receiver knows whether an unknown one arrived',
      'status',
      () => outcomes,
    );
  }

  onModuleDestroy(): void {
    this.stalls.close();
  }

  private async reachableStores(log: EventLog): Promise<ReadonlyMap<string, number>> {
    const answers = { event_store: log.head(), read_store: this.operations.due(DUE_KINDS[0], FAR_FUTURE, 1) };
    const stores = Object.entries(answers).map(async ([name, answer]) => [name, await isInTime(answer)] as const);
    return new Map(await Promise.all(stores));
  }

  private async lagsBy(figure: (lag: SubscriberLag) => number): Promise<ReadonlyMap<string, number>> {
    return new Map([...(await this.lags.read())].map(([name, lag]) => [name, figure(lag)]));
  }

  private async oldestDue(): Promise<ReadonlyMap<string, number>> {
    const nowMs = epochMs(this.clock.now());
    const waited = new Map<string, number>();
    for (const kind of DUE_KINDS) {
      const [oldest] = await this.operations.due(kind, FAR_FUTURE, 1);
      waited.set(kind, oldest?.due ? Math.max(0, (nowMs - epochMs(oldest.due)) / SECOND) : 0);
    }
    return waited;
  }
}

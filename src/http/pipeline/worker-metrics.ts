import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { EventLog } from '../../engine/log/event-log.js';
import { CaughtUp } from '../../engine/read-models/caught-up.js';
import { Parking } from '../../engine/read-models/parking.js';
import { epochMs, FAR_FUTURE, SECOND } from '../../kernel/instant.js';
import { NO_TENANT } from '../../kernel/stream.js';
import { CLOCK, type Clock } from '../../ports/clock.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../ports/operational-store.js';
import { Metrics } from './metrics.js';

/** Kinds of entries that a worker takes up when they are due. */
const DUE_KINDS = ['timer', 'effect'] as const;
const SUBSCRIBERS = 100;
const RESOLUTION_MS = 10;
const NANOSECONDS = 1e9;

/** Metrics of the log, the read models and the workers. None is labelled by tenant. */
@Injectable()
export class WorkerMetrics implements OnModuleDestroy {
  private readonly delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  constructor(
    @Inject(Metrics) metrics: Metrics,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CaughtUp) caughtUp: CaughtUp,
    @Inject(Parking) parking: Parking,
  ) {
    this.delay.enable();
    metrics.gauge('tidings_log_position', 'Position of the newest event in the log', () => log.head());
    metrics.gauge(
      'tidings_parked_documents',
      'Number of parked documents, on which a projection failed',
      () => parking.size,
    );
    metrics.gauge(
      'tidings_read_model_position',
      'Position up to which the read models have applied the log',
      () => caughtUp.position,
    );
    metrics.gauge('tidings_event_loop_stall_seconds', 'Longest stall of the event loop since the last read', () =>
      this.stall(),
    );
    metrics.gauges(
      'tidings_subscriber_lag_seconds',
      'Age of the first event after the checkpoint of a subscriber; 1,000 events without effect may lie behind it',
      'subscriber',
      () => this.lags(),
    );
    metrics.gauges(
      'tidings_oldest_due_seconds',
      'Time for which the oldest due entry of a kind has waited; 0 when nothing is due',
      'kind',
      () => this.oldestDue(),
    );
  }

  onModuleDestroy(): void {
    this.delay.disable();
  }

  private stall(): number {
    const seconds = Math.max(0, this.delay.max / NANOSECONDS - RESOLUTION_MS / SECOND);
    this.delay.reset();
    return seconds;
  }

  private async lags(): Promise<ReadonlyMap<string, number>> {
    const checkpoints = await this.operations.list<{ position: number }>(NO_TENANT, 'process', '', SUBSCRIBERS);
    const head = await this.log.head();
    const nowMs = epochMs(this.clock.now());
    const lags = new Map<string, number>();
    for (const { key, value } of checkpoints) {
      const [next] = value.position < head ? await this.log.readAll(value.position, 1) : [];
      lags.set(key.id, next ? Math.max(0, (nowMs - epochMs(next.meta.at)) / SECOND) : 0);
    }
    return lags;
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

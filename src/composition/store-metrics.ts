import type { INestApplicationContext } from '@nestjs/common';
import { Idempotency } from '../engine/commands/idempotency.js';
import { ClockTrust } from '../engine/erasure/clock-trust.js';
import { EventLog } from '../engine/log/event-log.js';
import { StoreConsistency } from '../engine/log/restored/store-consistency.js';
import { BUILD_PROGRESS, type FoldProgress } from '../engine/read-models/building/fold-progress.js';
import { ServiceStart } from '../engine/read-models/building/service-start.js';
import { Metrics } from '../http/metrics/metrics.js';
import { LOGGER, type Logger } from '../ports/process/logger.js';
import { TELEMETRY, type Telemetry } from '../ports/process/tracing.js';

/** Metrics of the start, of log lines, and of stores that do not agree with the event log. */
export function addStoreMetrics(app: INestApplicationContext): void {
  const [metrics, consistency, idempotency] = [app.get(Metrics), app.get(StoreConsistency), app.get(Idempotency)];
  const start = app.get(ServiceStart);
  metrics.gauge(
    'tidings_start_progress_ratio',
    'Share of the event log that the start has folded into the read models; 1 when they are built',
    () => start.ratio,
  );
  const building = app.get<FoldProgress>(BUILD_PROGRESS);
  metrics.gauge(
    'tidings_build_progress_ratio',
    'Share of the event log that is folded into new versions of read models while previous ones serve; 1 when none is built',
    () => building.ratio,
  );
  metrics.counter(
    'tidings_put_back_total',
    'Checkpoints and read models that were put back because the event log is older than they are',
    () => consistency.putBack,
  );
  const logger = app.get<Logger>(LOGGER);
  metrics.counter(
    'tidings_dropped_log_lines_total',
    'Lines of the log that standard output did not take, because its reader stalled or its disk was full',
    () => logger.dropped ?? 0,
  );
  const telemetry = app.get<Telemetry>(TELEMETRY);
  metrics.counter(
    'tidings_dropped_spans_total',
    'Spans that the OpenTelemetry collector did not take; 0 where no collector is set',
    () => telemetry.dropped,
  );
  telemetry.push(() => metrics.families());
  const { damaged } = app.get(EventLog);
  metrics.gauge(
    'tidings_unreadable_events',
    'Events that were found damaged since the start; each is passed over, and its stream cannot be read',
    () => damaged.size,
  );
  metrics.gauge(
    'tidings_missing_keys',
    'Unreadable events whose key the operational store has lost; no erasure ended it',
    () => damaged.missingKeys,
  );
  const trust = app.get(ClockTrust);
  metrics.gauge('tidings_removals_held', '1 while removals wait because the clock of this machine jumped', () =>
    trust.waits ? 1 : 0,
  );
  metrics.counter(
    'tidings_lost_answers_total',
    'Remembered responses that were not repeated because the event log has lost their events',
    () => idempotency.lost,
  );
}

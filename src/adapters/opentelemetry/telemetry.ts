import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader, type PushMetricExporter } from '@opentelemetry/sdk-metrics';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { MINUTE, SECOND } from '../../kernel/instant.js';
import type { Clock } from '../../ports/process/clock.js';
import type { Logger } from '../../ports/process/logger.js';
import type { Telemetry } from '../../ports/process/tracing.js';
import { BoundedSpans } from './bounded-spans.js';
import { metricProducer } from './metric-producer.js';
import { OtelTracing } from './tracing.js';

export interface Collector {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly processName: string;
  readonly pushMs: number;
}

const NAME = 'tidings';
const TIMEOUT_MS = 10 * SECOND;
const CLOSE_MS = 2 * SECOND;
const SILENCE_MS = MINUTE;

const timeout = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

/** The code or the status of a failed call: its text may repeat what was sent. */
const reasonOf = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { readonly code?: string | number; readonly name?: string };
  return String(code ?? name ?? 'unknown');
};

/** Sends spans and metrics to a collector by OTLP over HTTP, as JSON. */
export function openTelemetry(collector: Collector, clock: Clock, logger: Logger): Telemetry {
  const { url, serviceName, processName, pushMs } = collector;
  const headers = { ...collector.headers };
  const resource = resourceFromAttributes({ 'service.name': serviceName, 'service.instance.id': processName });
  let saidMs = Number.NEGATIVE_INFINITY;
  const failed = (error: unknown): void => {
    if (clock.monotonic() - saidMs < SILENCE_MS) return;
    saidMs = clock.monotonic();
    logger.warn({ reason: reasonOf(error) }, 'The OpenTelemetry collector takes nothing; spans are dropped');
  };

  const spans = new BoundedSpans(
    new OTLPTraceExporter({ url: `${url}/v1/traces`, headers, timeoutMillis: TIMEOUT_MS }),
    failed,
  );
  const tracers = new TracerProvider({ resource, spanProcessors: [spans] });
  const tracing = new OtelTracing(tracers.getTracer(NAME));
  let meters: MeterProvider | undefined;

  return {
    isOn: true,
    get active() {
      return tracing.active;
    },
    get dropped() {
      return spans.dropped;
    },
    begin: (name, start) => tracing.begin(name, start),
    within: (span, work) => tracing.within(span, work),
    push(read) {
      const timeoutMillis = Math.min(TIMEOUT_MS, pushMs);
      const exporter = heard(new OTLPMetricExporter({ url: `${url}/v1/metrics`, headers, timeoutMillis }), failed);
      const reader = new PeriodicExportingMetricReader({
        exporter,
        exportIntervalMillis: pushMs,
        exportTimeoutMillis: timeoutMillis,
        metricProducers: [metricProducer(NAME, resource, read)],
      });
      meters = new MeterProvider({ resource, readers: [reader] });
    },
    async close() {
      const sent = Promise.allSettled([tracers.shutdown(), meters?.shutdown()]);
      await Promise.race([sent, timeout(CLOSE_MS)]);
    },
  };
}

/** The exporter, whose failures are told. */
function heard(exporter: OTLPMetricExporter, failed: (error: unknown) => void): PushMetricExporter {
  return {
    export: (metrics, done) =>
      exporter.export(metrics, (result) => {
        if (result.error) failed(result.error);
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
    selectAggregationTemporality: (type) => exporter.selectAggregationTemporality(type),
  };
}

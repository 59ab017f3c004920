import { setTimeout as sleep } from 'node:timers/promises';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader, type PushMetricExporter } from '@opentelemetry/sdk-metrics';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { MINUTE, SECOND } from '../../kernel/instant.js';
import type { Clock } from '../../ports/process/clock.js';
import type { Logger } from '../../ports/process/logger.js';
import type { MetricFamily, Telemetry } from '../../ports/process/tracing.js';
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

/** The code or the status of a failed call: its text may repeat what was sent. */
const reasonOf = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { readonly code?: string | number; readonly name?: string };
  return String(code ?? name ?? 'unknown');
};

/** Sends spans and metrics to a collector by OTLP over HTTP, as JSON. */
export class OpenTelemetry extends OtelTracing implements Telemetry {
  private meters: MeterProvider | undefined;

  private constructor(
    private readonly collector: Collector,
    private readonly spans: BoundedSpans,
    private readonly tracers: TracerProvider,
    private readonly failed: (error: unknown) => void,
  ) {
    super(tracers.getTracer(NAME));
  }

  static to(collector: Collector, clock: Clock, logger: Logger): OpenTelemetry {
    const failed = seldom(clock, (error) =>
      logger.warn({ reason: reasonOf(error) }, 'The OpenTelemetry collector takes nothing; spans are dropped'),
    );
    const exporter = new OTLPTraceExporter({ ...callsTo(collector, 'traces'), timeoutMillis: TIMEOUT_MS });
    const spans = new BoundedSpans(exporter, failed);
    const tracers = new TracerProvider({ resource: resourceOf(collector), spanProcessors: [spans] });
    return new OpenTelemetry(collector, spans, tracers, failed);
  }

  get dropped(): number {
    return this.spans.dropped;
  }

  push(read: () => Promise<readonly MetricFamily[]>): void {
    const { collector } = this;
    const timeoutMillis = Math.min(TIMEOUT_MS, collector.pushMs);
    const exporter = new OTLPMetricExporter({ ...callsTo(collector, 'metrics'), timeoutMillis });
    const resource = resourceOf(collector);
    const reader = new PeriodicExportingMetricReader({
      exporter: heard(exporter, this.failed),
      exportIntervalMillis: collector.pushMs,
      exportTimeoutMillis: timeoutMillis,
      metricProducers: [metricProducer(NAME, resource, read)],
    });
    this.meters = new MeterProvider({ resource, readers: [reader] });
  }

  async close(): Promise<void> {
    const sent = Promise.allSettled([this.tracers.shutdown(), this.meters?.shutdown()]);
    await Promise.race([sent, sleep(CLOSE_MS, undefined, { ref: false })]);
  }
}

const callsTo = ({ url, headers }: Collector, signal: 'traces' | 'metrics') => ({
  url: `${url}/v1/${signal}`,
  headers: { ...headers },
});

const resourceOf = ({ serviceName, processName }: Collector) =>
  resourceFromAttributes({ 'service.name': serviceName, 'service.instance.id': processName });

/** At most one call in a minute. */
function seldom(clock: Clock, say: (error: unknown) => void): (error: unknown) => void {
  let saidMs = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (clock.monotonic() - saidMs < SILENCE_MS) return;
    saidMs = clock.monotonic();
    say(error);
  };
}

/** The exporter, which reports its failures. */
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

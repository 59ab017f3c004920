import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { MetricFamily } from '../../ports/process/tracing.js';

/** A store that is away delays a scrape no longer than this. */
const READ_WITHIN_MS = 1_000;

/** Undefined where the value cannot be read now. Its figure is left out then, and the others are there. */
async function readable<T>(read: () => T | Promise<T>): Promise<T | undefined> {
  const over = new AbortController();
  try {
    return await Promise.race([read(), sleep(READ_WITHIN_MS, undefined, over)]);
  } catch {
    return undefined;
  } finally {
    over.abort();
  }
}

/** A metric as prom-client returns it; its types leave the names of the values out. */
interface JsonMetric extends Pick<MetricFamily, 'name' | 'help' | 'type'> {
  readonly values: readonly {
    readonly metricName?: string;
    readonly labels: Readonly<Record<string, string | number>>;
    readonly value: number;
  }[];
}

/** Metrics for Prometheus: time of calls by call and status, position of the read models, process figures. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'tidings_request_seconds',
    help: 'Duration of requests in seconds, by call and status',
    labelNames: ['call', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [this.registry],
  });

  /** By call and status; to find the labels' own histogram costs more than to observe. */
  private readonly observed = new Map<string, ReturnType<typeof this.requests.labels>>();

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'tidings_' });
  }

  /** Reads the value at each scrape. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        const value = await readable(read);
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }

  /** One value for each value of a label, read at each scrape. */
  gauges(name: string, help: string, label: string, read: () => Promise<ReadonlyMap<string, number>>): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      async collect() {
        this.reset();
        for (const [value, figure] of (await readable(read)) ?? []) this.set({ [label]: value }, figure);
      },
    });
  }

  /** A number that only grows, read at each scrape. */
  counter(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }

  /** As `counter`, one for each value of a label. */
  counters(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void {
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [value, figure] of Object.entries(read())) this.inc({ [label]: value }, figure);
      },
    });
  }

  answered(call: string, status: number, ms: number): void {
    const name = `${call} ${status}`;
    let times = this.observed.get(name);
    if (!times) {
      times = this.requests.labels({ call, status });
      this.observed.set(name, times);
    }
    times.observe(ms / 1_000);
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  /** The same figures as `text`. */
  async families(): Promise<readonly MetricFamily[]> {
    const all = (await this.registry.getMetricsAsJSON()) as unknown as readonly JsonMetric[];
    return all.map(({ name, help, type, values }) => ({
      name,
      help,
      type,
      values: values.map(({ metricName = name, labels, value }) => ({ name: metricName, labels, value })),
    }));
  }

  get contentType(): string {
    return this.registry.contentType;
  }
}

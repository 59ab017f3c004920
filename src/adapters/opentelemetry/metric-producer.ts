import { ValueType } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricFamily, MetricValue } from '../../ports/process/tracing.js';

type Time = DataPoint<number>['endTime'];
type Read = () => Promise<readonly MetricFamily[]>;

const hrTime = (ms: number): Time => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1_000_000)];

/** The metrics of `/metrics`, as OpenTelemetry has them. Counts are those since the start of the process. */
export function metricProducer(name: string, resource: Resource, read: Read): MetricProducer {
  const startTime = hrTime(performance.timeOrigin);
  return {
    async collect() {
      const endTime = hrTime(performance.timeOrigin + performance.now());
      const metrics = (await read()).map((family) => metricOf(family, { startTime, endTime }));
      return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name }, metrics }] }, errors: [] };
    },
  };
}

function metricOf(family: MetricFamily, times: Pick<DataPoint<number>, 'startTime' | 'endTime'>): MetricData {
  const { name, help: description, type, values } = family;
  const descriptor = { name, description, unit: '', valueType: ValueType.DOUBLE };
  const base = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  if (type === 'histogram') {
    const dataPoints = histogramsOf(family).map((point) => ({ ...times, ...point }));
    return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints };
  }
  const dataPoints = values.map(({ labels, value }) => ({ ...times, attributes: { ...labels }, value }));
  return type === 'counter'
    ? { ...base, dataPointType: DataPointType.SUM, dataPoints, isMonotonic: true }
    : { ...base, dataPointType: DataPointType.GAUGE, dataPoints };
}

/** A histogram of Prometheus counts each value in all buckets above it, one of OpenTelemetry in its own alone. */
function histogramsOf({ name, values }: MetricFamily): readonly Pick<DataPoint<Histogram>, 'attributes' | 'value'>[] {
  const own = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  return [...own].map(([labels, some]) => {
    const buckets = some.filter((each) => each.name === `${name}_bucket`).toSorted((a, b) => leOf(a) - leOf(b));
    const counts = buckets.map(({ value }, n) => value - (buckets[n - 1]?.value ?? 0));
    const boundaries = buckets.map(leOf).filter(Number.isFinite);
    const ofSuffix = (suffix: string) => some.find((each) => each.name === `${name}_${suffix}`)?.value ?? 0;
    const value = { buckets: { boundaries, counts }, sum: ofSuffix('sum'), count: ofSuffix('count') };
    return { attributes: JSON.parse(labels) as MetricValue['labels'], value };
  });
}

const leOf = ({ labels: { le } }: MetricValue): number => (le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le));

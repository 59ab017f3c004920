import { resourceFromAttributes } from '@opentelemetry/resources';
import { DataPointType } from '@opentelemetry/sdk-metrics';
import { expect, test } from 'vitest';
import { metricProducer } from '../../../src/adapters/opentelemetry/metric-producer.js';
import { Metrics } from '../../../src/http/metrics/metrics.js';

test('metrics of Prometheus become those of OpenTelemetry, with the same names, labels and values', async () => {
  const metrics = new Metrics();
  metrics.gauge('test_position', 'A position', () => 7);
  metrics.counters('test_total', 'Counts', 'kind', () => ({ one: 1, two: 2 }));
  for (const ms of [1, 2, 400, 9_000]) metrics.answered('a.call', 200, ms);
  metrics.answered('a.call', 404, 3);
  const producer = metricProducer('test', resourceFromAttributes({}), () => metrics.families());
  const { resourceMetrics } = await producer.collect();
  const all = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics);
  const named = (name: string) => all.find(({ descriptor }) => descriptor.name === name);
  expect(named('test_position')).toMatchObject({
    dataPointType: DataPointType.GAUGE,
    descriptor: { description: 'A position' },
    dataPoints: [{ value: 7, attributes: {} }],
  });
  expect(named('test_total')).toMatchObject({
    dataPointType: DataPointType.SUM,
    isMonotonic: true,
    dataPoints: [
      { value: 1, attributes: { kind: 'one' } },
      { value: 2, attributes: { kind: 'two' } },
    ],
  });
  expect(named('tidings_request_seconds')).toMatchObject({
    dataPointType: DataPointType.HISTOGRAM,
    dataPoints: [
      {
        attributes: { call: 'a.call', status: 200 },
        value: {
          count: 4,
          sum: 9.403,
          buckets: {
            boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
            counts: [1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1],
          },
        },
      },
      { attributes: { call: 'a.call', status: 404 }, value: { count: 1, sum: 0.003 } },
    ],
  });
});

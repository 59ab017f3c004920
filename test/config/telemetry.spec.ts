import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.js';

describe('settings of OpenTelemetry', () => {
  test('without any, there is no collector', () => {
    const { collector, collectorHeaders, serviceName, metricPushMs } = readConfig({});
    expect([collector, collectorHeaders, serviceName, metricPushMs]).toEqual([undefined, {}, 'tidings', 60_000]);
  });

  test('the collector is a URL; its headers are percent-encoded', () => {
    const { collector, collectorHeaders } = readConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%2Cb, x-team = one=two,',
    });
    expect(collector).toBe('https://collector.example/otlp');
    expect(collectorHeaders).toEqual({ 'api-key': 'a,b', 'x-team': 'one=two' });
  });

  test.each([
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://collector:4317' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:secret@collector' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector?key=secret' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'secret' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'a b=secret' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'a=secret%0D%0Ab: c' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'a=secret%' },
    { OTEL_SERVICE_NAME: 'x'.repeat(201) },
    { OTEL_METRIC_EXPORT_INTERVAL: '999' },
  ])('%j stops the start with one sentence that names it', (environment) => {
    const [name = ''] = Object.keys(environment);
    expect(() => readConfig(environment)).toThrow(new RegExp(`^${name} must [^\n]*\\.$`));
    expect(() => readConfig(environment)).not.toThrow(/secret[^,]/);
  });
});

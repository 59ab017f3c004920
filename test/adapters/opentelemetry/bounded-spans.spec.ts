import { type ReadableSpan, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';
import { BoundedSpans, MOST_WAITING } from '../../../src/adapters/opentelemetry/bounded-spans.js';
import { until } from '../../support/until.js';

type Done = Parameters<SpanExporter['export']>[1];

/** A collector that answers when the test says so. */
function aCollector() {
  const taken: ReadableSpan[] = [];
  const waiting: Done[] = [];
  const faults: unknown[] = [];
  const exporter = {
    export: (spans: ReadableSpan[], done: Done) => {
      taken.push(...spans);
      waiting.push(done);
    },
    shutdown: async () => undefined,
  };
  const spans = new BoundedSpans(exporter, (error) => faults.push(error));
  const tracer = new TracerProvider({ spanProcessors: [spans] }).getTracer('test');
  const end = (count: number) => {
    for (let n = 0; n < count; n++) tracer.startSpan('work').end();
  };
  return { spans, end, taken, waiting, faults };
}

test('spans beyond those that wait are dropped and counted', () => {
  const { spans, end, taken } = aCollector();
  end(512);
  expect([taken.length, spans.dropped]).toEqual([512, 0]);
  end(MOST_WAITING);
  expect(spans.dropped).toBe(0);
  end(30);
  expect([taken.length, spans.dropped]).toEqual([512, 30]);
});

test('spans that the collector refuses are counted, and their fault is passed on', async () => {
  const { spans, end, taken, waiting, faults } = aCollector();
  end(512);
  waiting.shift()?.({ code: 1, error: new Error('refused') });
  expect([spans.dropped, faults]).toEqual([512, [new Error('refused')]]);
  end(1);
  await until(() => taken.length === 513);
  waiting.shift()?.({ code: 0 });
  expect(spans.dropped).toBe(512);
});

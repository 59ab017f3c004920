import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { beforeEach, describe, expect, test } from 'vitest';
import { OtelTracing } from '../../../src/adapters/opentelemetry/tracing.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { CaughtUp } from '../../../src/engine/read-models/caught-up.js';
import { CommandSpans } from '../../../src/engine/spans/command-spans.js';
import { inOwnTrace } from '../../../src/engine/spans/own-trace.js';
import { Count, counterDecider, openLog } from '../../engine/commands/counter.js';
import { commandMeta } from '../../support/given/given.js';

const PARENT = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };

let exporter: InMemorySpanExporter;
let tracing: OtelTracing;
beforeEach(() => {
  exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  tracing = new OtelTracing(provider.getTracer('test'));
});

const ended = () => exporter.getFinishedSpans();

describe('a span', () => {
  test('goes on with the trace of its parent, and has children', () => {
    const span = tracing.begin('request', { kind: 'server', parent: { ...PARENT, isSampled: true } });
    span.child('part', { n: 1 }).end({ m: 2 }, 'errors.not_found');
    span.end();
    span.end({ late: 1 });
    const [part, request] = ended();
    expect(ended()).toHaveLength(2);
    expect(request?.parentSpanContext?.spanId).toBe(PARENT.spanId);
    expect(part?.parentSpanContext?.spanId).toBe(span.context.spanId);
    expect([part?.spanContext().traceId, span.context.traceId]).toEqual([PARENT.traceId, PARENT.traceId]);
    expect(part?.attributes).toEqual({ n: 1, m: 2, 'error.type': 'errors.not_found' });
    expect(request?.attributes).toEqual({});
  });

  test('is active in all that follows from its work, until it ends', async () => {
    const span = tracing.begin('request', { kind: 'server' });
    let later: Promise<unknown> = Promise.resolve();
    await tracing.within(span, async () => {
      await Promise.resolve();
      expect(tracing.active).toBe(span);
      later = new Promise((resolve) => setTimeout(() => resolve(tracing.active), 20));
    });
    expect(tracing.active).toBeUndefined();
    span.end();
    expect(await later).toBeUndefined();
  });

  test('of work in its own trace links to its cause and has the code of its fault alone', async () => {
    const work = inOwnTrace(tracing, 'effect', { kind: 'client', cause: PARENT }, async (span) => {
      expect(tracing.active).toBe(span);
      throw new TypeError('a text');
    });
    await expect(work).rejects.toThrow('a text');
    const [effect] = ended();
    expect(effect?.links.map(({ context }) => context)).toMatchObject([PARENT]);
    expect(effect?.spanContext().traceId).not.toBe(PARENT.traceId);
    expect(JSON.stringify([effect?.attributes, effect?.status, effect?.events])).not.toContain('a text');
    expect(effect?.attributes).toEqual({ 'error.type': 'TypeError' });
  });
});

describe('in a request', () => {
  test('each command of a batch has a span, with the append of the batch in it', async () => {
    const { log } = openLog();
    const runner = new CommandRunner(log, systemIds, systemClock, undefined, new CommandSpans(tracing, 'sqlite'));
    const request = () => tracing.begin('request', { kind: 'server' });
    const [one, two] = [request(), request()];
    const count = (id: string) =>
      runner.run(counterDecider, new Count('a', {}, commandMeta({ commandId: id, trace: one.context })));
    const outside = count('0');
    await Promise.all([outside, ...[one, two].map((span, n) => tracing.within(span, () => count(String(n + 1))))]);
    const commands = ended().filter(({ name }) => name === Count.type);
    expect(commands.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual([
      one.context.spanId,
      two.context.spanId,
    ]);
    const appends = ended().filter(({ name }) => name === 'append');
    expect(appends.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual(
      commands.map((span) => span.spanContext().spanId),
    );
    expect(appends[0]?.attributes).toMatchObject({ 'tidings.engine': 'sqlite', 'tidings.events': 1 });
  });

  test('a wait for the read models is a span; one that is over before it begins is none', async () => {
    const caughtUp = new CaughtUp(tracing);
    const request = tracing.begin('request', { kind: 'server' });
    await tracing.within(request, async () => {
      const [reached, missed] = [caughtUp.reached(3, 5_000), caughtUp.reached(4, 10)];
      caughtUp.advance(3);
      expect([await reached, await missed]).toEqual([true, false]);
      await caughtUp.reached(2, 5_000);
    });
    const waits = ended().map(({ name, attributes }) => [name, attributes]);
    expect(waits).toEqual([
      ['wait for read models', { 'tidings.position': 3 }],
      ['wait for read models', { 'tidings.position': 4, 'error.type': 'timeout' }],
    ]);
  });
});

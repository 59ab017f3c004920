import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = string | number | boolean;

/** A span as the collector was told. */
export interface TakenSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  /** As OTLP numbers it: 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly isFailed: boolean;
  readonly service: Value | undefined;
}

interface TakenMetric {
  readonly name: string;
  /** The data points of OTLP. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a point.
  readonly points: readonly any[];
  readonly type: 'sum' | 'gauge' | 'histogram';
}

// biome-ignore-start lint/suspicious/noExplicitAny: JSON of OTLP.
const plain = ({ stringValue, intValue, doubleValue, boolValue }: any): Value =>
  stringValue ?? boolValue ?? Number(intValue ?? doubleValue);

const attributesIn = (list: any[] = []): Record<string, Value> =>
  Object.fromEntries(list.map(({ key, value }) => [key, plain(value)]));

const spansIn = ({ resourceSpans = [] }: any): TakenSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }: any) =>
    scopeSpans.flatMap(({ spans }: any) =>
      spans.map(({ name, traceId, spanId, parentSpanId, kind, attributes, links = [], status }: any) => ({
        name,
        traceId,
        spanId,
        ...(parentSpanId && { parentSpanId }),
        kind,
        attributes: attributesIn(attributes),
        links: links.map((link: any) => ({ traceId: link.traceId, spanId: link.spanId })),
        isFailed: status?.code === 2,
        service: attributesIn(resource.attributes)['service.name'],
      })),
    ),
  );

const metricsIn = ({ resourceMetrics = [] }: any): TakenMetric[] =>
  resourceMetrics.flatMap(({ scopeMetrics }: any) =>
    scopeMetrics.flatMap(({ metrics }: any) =>
      metrics.map((metric: any) => {
        const type = (['sum', 'gauge', 'histogram'] as const).find((each) => metric[each]) ?? 'gauge';
        return { name: metric.name, type, points: metric[type].dataPoints };
      }),
    ),
  );
// biome-ignore-end lint/suspicious/noExplicitAny: JSON of OTLP.

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += part;
  return text;
}

export type OtlpCollector = Awaited<ReturnType<typeof anOtlpCollector>>;

/** An OpenTelemetry collector on loopback that takes OTLP over HTTP as JSON. `behaviour` may change at any time. */
export async function anOtlpCollector() {
  const spans: TakenSpan[] = [];
  const metrics: TakenMetric[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const texts: string[] = [];
  const state: { behaviour: 'take' | 'stall' | 'refuse' } = { behaviour: 'take' };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(request);
    headers.push(request.headers);
    if (state.behaviour === 'stall') return;
    if (state.behaviour === 'refuse') return void response.writeHead(400).end('{}');
    texts.push(text);
    if (request.url === '/v1/traces') spans.push(...spansIn(JSON.parse(text)));
    else if (request.url === '/v1/metrics') metrics.push(...metricsIn(JSON.parse(text)));
    else return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }

  const server = createServer((request, response) => answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    headers,
    /** The bodies as they came. */
    texts,
    behave(next: (typeof state)['behaviour']) {
      state.behaviour = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parsePosition } from '../../../src/catalogue/positions.js';
import { createWebhookTenant, type WebhookTenant, webhookEnvironment } from '../../fixtures/webhooks.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { metricIn, metricsOf } from '../../support/metrics.js';
import { anOtlpCollector, type OtlpCollector, type TakenSpan } from '../../support/servers/otlp-collector.js';
import { aReceiver, type Receiver } from '../../support/servers/webhook-receiver.js';
import { until } from '../../support/until.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const TEXT = 'a word that stays inside';
const [SERVER, CLIENT] = [2, 3];

let collector: OtlpCollector;
let receiver: Receiver;
let tidings: Tidings;
let acme: WebhookTenant;

beforeAll(async () => {
  [collector, receiver] = [await anOtlpCollector(), await aReceiver()];
  tidings = await startTidings({
    ...webhookEnvironment,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=one%20team',
    OTEL_SERVICE_NAME: 'tidings-in-tests',
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
  });
  acme = await createWebhookTenant(tidings, 'acme');
  await acme.enableWebhooks(receiver.url, ['message.created']);
  await acme.conversationWithClient('case');
});
afterAll(async () => {
  await tidings.close();
  await collector.close();
  await receiver.close();
});

const spansOf = (traceId: string, suffices: (spans: readonly TakenSpan[]) => boolean) =>
  until(() => collector.spans.filter((span) => span.traceId === traceId), suffices);

const named = (spans: readonly TakenSpan[], name: string) => spans.find((span) => span.name === name);

describe('a POST of a message under a traceparent', () => {
  const POST = 'POST /api/v1/conversations/:conversation_id/messages';
  let spans: readonly TakenSpan[];
  let messageId: string;

  beforeAll(async () => {
    const body = { kind: 'TEXT', text: TEXT, participant_id: 'client' };
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, 'x-request-id': 'post-1', prefer: 'wait=5' };
    const path = '/conversations/case/messages?secret=query';
    messageId = (await acme.owner.mustCall('POST', path.split('?')[0] as string, body, headers)).body.id;
    spans = await spansOf(TRACE, (found) => named(found, POST) !== undefined);
  });

  test('is a span of the trace of the caller, with its status, tenant and request', () =>
    expect(named(spans, POST)).toMatchObject({
      kind: SERVER,
      parentSpanId: PARENT,
      isFailed: false,
      service: 'tidings-in-tests',
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/v1/conversations/:conversation_id/messages',
        'http.response.status_code': 201,
        'tidings.tenant_id': acme.tenantId,
        'tidings.request_id': 'post-1',
      },
    }));

  test('has its command, the append in it, and the wait for the read models', async () => {
    const command = named(spans, 'PostMessage');
    expect(command).toMatchObject({
      parentSpanId: named(spans, POST)?.spanId,
      attributes: { 'tidings.stream.category': 'messageLog' },
    });
    expect(named(spans, 'append')).toMatchObject({
      parentSpanId: command?.spanId,
      attributes: { 'tidings.engine': expect.any(String), 'tidings.events': 1, 'tidings.position': expect.any(Number) },
    });
    const { body } = await acme.owner.mustCall('GET', '/audit/events?type=MessagePosted');
    expect(named(spans, 'append')?.attributes['tidings.position']).toBe(parsePosition(body.events[0].position));
  });

  test('is the trace of its event in the audit, in JSON, NDJSON and the tree of what followed', async () => {
    const { body } = await acme.owner.mustCall('GET', '/audit/events?type=MessagePosted');
    expect(body.events[0]).toMatchObject({ trace_id: TRACE, request_id: 'post-1' });
    const { text } = await acme.owner.mustCall('GET', '/audit/events?type=MessagePosted', undefined, {
      accept: 'application/x-ndjson',
    });
    expect(JSON.parse(text)).toMatchObject({ trace_id: TRACE });
    const tree = await acme.owner.mustCall('GET', `/audit/trace/${body.events[0].id}`);
    expect(tree.body.events[0].event.trace_id).toBe(TRACE);
    expect(body.events[0].data).toBeDefined();
    expect(messageId).toBeDefined();
  });

  test('is what the attempt of its webhook links to, which gets no trace itself', async () => {
    await receiver.until(1);
    const find = () =>
      collector.spans.find(({ name, links }) => name === 'webhook attempt' && links[0]?.traceId === TRACE);
    const attempt = await until(find);
    expect(attempt).toMatchObject({
      kind: CLIENT,
      links: [{ traceId: TRACE, spanId: named(spans, POST)?.spanId }],
      attributes: {
        'tidings.tenant_id': acme.tenantId,
        'tidings.webhook_type': 'message.created',
        'tidings.attempt': 1,
        'http.response.status_code': 204,
      },
    });
    expect(attempt?.traceId).not.toBe(TRACE);
    expect(attempt).not.toHaveProperty('parentSpanId');
    expect(receiver.received[0]?.headers).not.toHaveProperty('traceparent');
  });
});

describe('other requests', () => {
  test('without a traceparent begin a trace, which their events have', async () => {
    await acme.owner.mustCall('PUT', '/conversations/case/labels', { labels: ['red'] }, { traceparent: 'nonsense' });
    const { body } = await acme.owner.mustCall('GET', '/audit/events?type=ConversationLabelled');
    const { trace_id: traceId } = body.events[0];
    const [command] = await spansOf(traceId, (found) => named(found, 'append') !== undefined);
    expect(command?.traceId).toBe(traceId);
    const root = await until(() =>
      named(
        collector.spans.filter((each) => each.traceId === traceId),
        'PUT /api/v1/conversations/:conversation_id/labels',
      ),
    );
    expect(root).not.toHaveProperty('parentSpanId');
  });

  test('that are refused have a span without a tenant, and no id or query is in it', async () => {
    const begun = collector.spans.length;
    await tidings.call('GET', '/conversations/secret-id?search=secret-word', {
      headers: { authorization: 'Bearer no' },
    });
    const refused = await until(() =>
      collector.spans.slice(begun).find(({ name }) => name === 'GET /api/v1/conversations/:conversation_id'),
    );
    expect(refused?.attributes).toMatchObject({ 'http.response.status_code': 401 });
    expect(refused?.attributes).not.toHaveProperty('tidings.tenant_id');
  });

  test('under a trace that the caller does not record are not sent, and their events have the trace', async () => {
    const quiet = '1af7651916cd43dd8448eb211c80319c';
    await acme.owner.mustCall(
      'PUT',
      '/conversations/case/labels',
      { labels: ['blue'] },
      { traceparent: `00-${quiet}-${PARENT}-00` },
    );
    const { body } = await acme.owner.mustCall('GET', '/audit/events?type=ConversationLabelled');
    expect(body.events[0].trace_id).toBe(quiet);
    await sleep(1_500);
    expect(collector.spans.filter(({ traceId }) => traceId === quiet)).toEqual([]);
  });
});

describe('what the collector gets', () => {
  test('is the metrics of /metrics, from the same table', async () => {
    const text = await metricsOf(tidings);
    const names = [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram)$/gm)].map(([, name]) => name as string);
    expect(names.length).toBeGreaterThan(40);
    const missing = () => names.filter((name) => !collector.metrics.some((metric) => metric.name === name));
    await until(missing, (some) => some.length === 0);
    const { type, points } = collector.metrics.findLast(({ name }) => name === 'tidings_request_seconds') ?? {};
    expect(type).toBe('histogram');
    const posts = points?.find((each) => JSON.stringify(each.attributes).includes('message.post'));
    expect(posts).toMatchObject({
      count: expect.anything(),
      explicitBounds: expect.any(Array),
      bucketCounts: expect.any(Array),
    });
    expect(posts.bucketCounts).toHaveLength(posts.explicitBounds.length + 1);
    expect(collector.metrics.find(({ name }) => name === 'tidings_effects_total')?.type).toBe('sum');
    expect(collector.metrics.find(({ name }) => name === 'tidings_log_position')?.type).toBe('gauge');
  });

  test('has the headers of the setting', () =>
    expect(collector.headers.every((headers) => headers['x-team'] === 'one team')).toBe(true));

  test('has no text, token, address or id of a path', () => {
    const all = collector.texts.join('\n');
    for (const secret of [TEXT, acme.owner.token, 'secret-id', 'secret-word', 'acme.example', receiver.url])
      expect(all).not.toContain(secret);
  });

  test('is dropped while it is away, and counted; the service answers as before', async () => {
    collector.behave('refuse');
    await acme.post('case', 'while it is away');
    const dropped = async () => metricIn(await metricsOf(tidings), 'tidings_dropped_spans_total');
    await until(dropped, (count) => count > 0);
    collector.behave('take');
  });

  test('is sent by the end of the stop, which a collector that hangs delays by two seconds at most', async () => {
    await acme.owner.mustCall('GET', '/conversations/case');
    collector.behave('stall');
    const begunMs = performance.now();
    tidings = await tidings.again();
    expect(performance.now() - begunMs).toBeLessThan(20_000);
    collector.behave('take');
    acme.owner.at(tidings);
    const begun = collector.spans.length;
    await acme.owner.at(tidings).mustCall('GET', '/conversations/case/participants');
    const closingMs = performance.now();
    await tidings.close();
    expect(performance.now() - closingMs).toBeLessThan(10_000);
    expect(collector.spans.slice(begun).map(({ name }) => name)).toContain(
      'GET /api/v1/conversations/:conversation_id/participants',
    );
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '../../fixtures/conversations.js';
import {
  createWorkflowTenant,
  notifyParticipants,
  onMessage,
  sendMessage,
  type WorkflowTenant,
} from '../../fixtures/workflows.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { anOtlpCollector, type OtlpCollector, type TakenSpan } from '../../support/servers/otlp-collector.js';
import { until } from '../../support/until.js';

const TRACE = '2af7651916cd43dd8448eb211c80319c';

let collector: OtlpCollector;
let tidings: Tidings;
let acme: WorkflowTenant;

beforeAll(async () => {
  collector = await anOtlpCollector();
  tidings = await startTidings({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  acme = await createWorkflowTenant(tidings, 'acme');
  await acme.workflow('answers', onMessage({ action: sendMessage }));
  await acme.workflow('tells', onMessage({ action: notifyParticipants }));
  await acme.conversation('case', {
    participants: [{ ...client(), email: 'ben@client.example' }, client('max', { email: 'max@client.example' })],
    conversation_data: { order: { status: 'ready' } },
  });
  await acme.owner.mustCall(
    'POST',
    '/conversations/case/messages',
    { kind: 'TEXT', text: 'Where is it?', participant_id: 'client' },
    { traceparent: `00-${TRACE}-b7ad6b7169203331-01` },
  );
});
afterAll(async () => {
  await tidings.close();
  await collector.close();
});

const spanOf = (is: (span: TakenSpan) => boolean) => until(() => collector.spans.find(is)) as Promise<TakenSpan>;

test('a workflow run is a trace of its own that links to the request, and its events have it', async () => {
  await acme.untilRuns('answers', 1);
  const run = await spanOf(
    ({ name, attributes }) => name === 'workflow run' && attributes['tidings.workflow_id'] === 'answers',
  );
  const request = await spanOf(({ name, traceId, kind }) => traceId === TRACE && kind === 2 && name.startsWith('POST'));
  expect(run.links).toEqual([{ traceId: TRACE, spanId: request.spanId }]);
  expect(run.traceId).not.toBe(TRACE);
  const post = await spanOf(({ name, traceId }) => name === 'PostMessage' && traceId === run.traceId);
  expect(post.parentSpanId).toBe(run.spanId);
  const { body } = await acme.owner.mustCall('GET', '/audit/events?type=MessagePosted&limit=1');
  expect(body.events[0]).toMatchObject({ actor: { kind: 'WORKFLOW' }, trace_id: run.traceId });
});

test('a mail is a trace of its own that links to the run that requested it', async () => {
  const run = await spanOf(
    ({ name, attributes }) => name === 'workflow run' && attributes['tidings.workflow_id'] === 'tells',
  );
  const mail = await spanOf(({ name }) => name === 'send EMAIL');
  expect(mail).toMatchObject({
    kind: 3,
    links: [{ traceId: run.traceId, spanId: run.spanId }],
    attributes: { 'tidings.tenant_id': acme.tenantId, 'tidings.attempt': 1, 'tidings.status': 'done' },
  });
  for (const secret of ['@client.example', 'Where is it']) expect(collector.texts.join('')).not.toContain(secret);
});

test('without a collector, an event has the trace of the caller and none otherwise', async () => {
  const quiet = await startTidings({}, undefined);
  const other = await createWorkflowTenant(quiet, 'other');
  const labels = (label: string, headers = {}) =>
    other.owner.mustCall('PUT', '/conversations/case/labels', { labels: [label] }, headers);
  await other.conversationWithClient('case');
  await labels('red', { traceparent: `00-${TRACE}-b7ad6b7169203331-01` });
  await labels('blue');
  const { body } = await other.owner.mustCall('GET', '/audit/events?type=ConversationLabelled&order=ASC');
  expect(body.events[0].trace_id).toBe(TRACE);
  expect(body.events[1]).not.toHaveProperty('trace_id');
  await quiet.close();
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client } from '../../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../../fixtures/tenant.js';
import { webhookEnvironment } from '../../../fixtures/webhooks.js';
import {
  createWorkflowTenant,
  notifyParticipants,
  onMessage,
  type WorkflowTenant,
} from '../../../fixtures/workflows.js';
import { type Answer, startTidings, type Tidings } from '../../../support/api.js';
import { aReceiver } from '../../../support/servers/webhook-receiver.js';
import { until } from '../../../support/until.js';

type Node = Answer['body'];

const REQUEST = 'order-4711';

let tidings: Tidings;
let acme: WorkflowTenant;
let other: Tenant;
let receiver: Awaited<ReturnType<typeof aReceiver>>;
let posted: Node;
let tree: Node;

const trace = (id: string, query = '', tenant: Pick<Tenant, 'owner'> = acme) =>
  tenant.owner.call('GET', `/audit/trace/${id}${query}`);

/** Every node with its depth, in the order of the answer. */
function flat(nodes: readonly Node[], depth = 0): readonly (Node & { depth: number })[] {
  return nodes.flatMap((node) => [{ ...node, depth }, ...flat(node.children, depth + 1)]);
}
const nodesOf = (type: string): Node[] => flat(tree.events).filter(({ event }) => event.type === type);

/** A message by a user. One workflow answers it, another notifies. The first webhook of each message fails once. */
beforeAll(async () => {
  tidings = await startTidings({ ...webhookEnvironment, LOG_LEVEL: 'fatal' });
  acme = await createWorkflowTenant(tidings, 'acme');
  other = await createTenant(tidings, 'other');
  const failed = new Set<string>();
  receiver = await aReceiver(({ headers }) => {
    const id = headers['webhook-id'] ?? '';
    if (failed.has(id)) return 204;
    failed.add(id);
    return 500;
  });
  await acme.owner.mustCall('POST', '/webhooks/features', { webhook_type: 'message.created', enabled: true });
  await acme.owner.mustCall('PUT', '/webhook-settings', { endpoint_url: receiver.url });
  await acme.workflow('answer', onMessage({ participant_kind: 'USER' }));
  await acme.workflow('tell', onMessage({ participant_kind: 'USER', action: notifyParticipants }));
  const participants = [client('gerda'), { id: 'ute', kind: 'USER', user_id: acme.owner.id }];
  await acme.conversation('case', { participants, conversation_data: { order: { status: 'sent' } } });
  const body = { kind: 'TEXT', text: 'Where is my order?', participant_id: 'ute' };
  const headers = { prefer: 'wait', 'x-request-id': REQUEST };
  posted = (await acme.owner.mustCall('POST', '/conversations/case/messages', body, headers)).body;
  await acme.untilRuns('answer', 1);
  await acme.untilRuns('tell', 1);
  tree = await until(
    async () => (await trace(posted.id)).body,
    ({ events }) => {
      const all = flat(events ?? []);
      const webhooks = all.flatMap((node) => node.webhooks);
      const notifications = all.flatMap((node) => node.notifications);
      const isSent = webhooks.length === 2 && webhooks.every(({ status }: Node) => status === 'DELIVERED');
      return isSent && notifications.length === 2 && notifications.every(({ status }: Node) => status !== 'QUEUED');
    },
    20_000,
  );
});
afterAll(async () => {
  await tidings.close();
  await receiver.close();
});

describe('the trace of a message', () => {
  test('begins with its request', () => {
    expect(tree.request).toEqual({
      id: REQUEST,
      actor: { kind: 'USER', id: acme.owner.id, name: expect.any(String) },
      at: posted.created_at,
    });
    expect(tree.has_more).toBe(false);
    expect(tree.events.map(({ event }: Node) => event.type)).toEqual(['MessagePosted']);
  });

  test('has the frames, the delivery with its attempts, and the runs of the event', () => {
    const [root] = tree.events;
    expect(root.event).toMatchObject({ id: posted.id, request_id: REQUEST, data: { text: 'Where is my order?' } });
    expect(root.frames).toEqual(['NEW_MESSAGE']);
    expect(root.webhooks).toHaveLength(1);
    expect(root.webhooks[0].attempts).toMatchObject([{ status_code: 500, error: 'status' }, { status_code: 204 }]);
    expect(root.runs.map((run: Node) => [run.workflow_id, run.status]).toSorted()).toEqual([
      ['answer', 'DONE'],
      ['tell', 'DONE'],
    ]);
  });

  test('goes on with what the runs did', () => {
    const [answered] = nodesOf('MessagePosted').filter(({ depth }) => depth === 1);
    expect(answered.event).toMatchObject({
      actor: { kind: 'WORKFLOW', id: 'answer' },
      caused_by: posted.id,
      root: posted.id,
    });
    expect(answered.webhooks[0].status).toBe('DELIVERED');
    expect(answered.runs).toEqual([]);
    const [requested] = nodesOf('NotificationsRequested');
    expect(requested.depth).toBe(1);
    expect(requested.notifications.map((each: Node) => [each.channel, each.status])).toEqual([
      ['SMS', 'SUPPRESSED'],
      ['EMAIL', 'SENT'],
    ]);
    expect(nodesOf('WorkflowRan').map(({ depth }) => depth)).toEqual([1, 1]);
  });

  test('is the same from the ids of the event, request, delivery, notification and runs', async () => {
    const all = flat(tree.events);
    const ids = [
      ...all.map(({ event }) => event.id),
      REQUEST,
      ...all.flatMap((node) => node.webhooks.map(({ delivery_id }: Node) => delivery_id)),
      ...all.flatMap((node) => node.notifications.map(({ id }: Node) => id)),
      ...all.flatMap((node) => node.runs.map(({ id }: Node) => id)),
      receiver.received[0]?.headers['webhook-id'] ?? '',
    ];
    expect(ids.length).toBeGreaterThan(10);
    for (const id of ids) expect((await trace(id)).body, id).toEqual(tree);
  });

  test('is in the audit itself, without the id that a caller chose', async () => {
    await trace(posted.id);
    await trace(REQUEST);
    const { body } = await acme.owner.mustCall('GET', '/audit/events?type=AuditRead&limit=1000');
    const reads = body.events.map(({ data }: Node) => data).filter(({ call }: Node) => call === 'trace');
    expect(reads).toContainEqual(expect.objectContaining({ filters: { id: posted.id } }));
    expect(reads.some(({ filters }: Node) => 'request_id' in filters)).toBe(true);
    expect(JSON.stringify(reads)).not.toContain(REQUEST);
  });

  test('is found by nobody else, and nothing is found by an unknown id', async () => {
    const delivery = tree.events[0].webhooks[0].delivery_id;
    const notification = nodesOf('NotificationsRequested')[0].notifications[0].id;
    for (const id of [posted.id, REQUEST, delivery, notification]) {
      const { status, body } = await trace(id, '', other);
      expect([status, body.code]).toEqual([404, 'errors.trace.not_found']);
    }
    for (const id of ['unknown', `${posted.id}x`, '%00', '0'.repeat(400)]) expect((await trace(id)).status).toBe(404);
  });

  test('is not for users and clients', async () => {
    const user = await acme.user('ursula');
    expect((await user.call('GET', `/audit/trace/${posted.id}`)).status).toBe(403);
    const gerda = await acme.client('case', 'gerda');
    expect((await gerda.call('GET', `/audit/trace/${posted.id}`)).status).toBe(403);
    const key = await acme.apiKey();
    expect((await key.call('GET', `/audit/trace/${posted.id}`)).status).toBe(200);
  });
});

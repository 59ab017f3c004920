import { afterAll, expect, test } from 'vitest';
import { createConversationType, TEAM } from '../../fixtures/conversations.js';
import { createWebhookTenant, type WebhookTenant, webhookEnvironment } from '../../fixtures/webhooks.js';
import { startTidings } from '../../support/api.js';
import { aReceiver } from '../../support/servers/webhook-receiver.js';

const tidings = await startTidings(webhookEnvironment);
afterAll(() => tidings.close());

const MEANWHILE = '2020-01-01T00:00:00Z';
const later = () => new Date(Date.now() + 60_000).toISOString();

/** Something of everything, in two conversations, one of which shares its read marker. */
async function life(tenant: WebhookTenant): Promise<void> {
  const { owner, post } = tenant;
  const { mustCall } = owner;
  await createConversationType(owner, TEAM);
  for (const [id, type] of [
    ['a', 'support'],
    ['b', 'team'],
  ] as const) {
    const { participants } = await tenant.conversationWithClient(id, { conversation_type_id: type });
    const user = (await mustCall('POST', participants, { kind: 'USER', user_id: owner.id })).body;
    for (const text of ['one', 'two']) await post(id, `${id} ${text}`);
    await mustCall('POST', `/conversations/${id}/labels`, { labels: ['vip'] });
    await mustCall('PATCH', `/conversations/${id}`, { conversation_data: { private: 'data' } });
    await mustCall('PATCH', `/conversations/${id}/participants/client`, { display_name: 'Renamed' });
    const activity = { activity: 'MESSAGE_SEEN', last_message_sequence_seen: 2 };
    await mustCall('POST', `/conversations/${id}/participants/${user.id}/activity`, activity);
    const gone = (await post(id, `${id} gone`)).body.id;
    await mustCall('DELETE', `/conversations/${id}/messages/${gone}`);
    await mustCall('DELETE', `/conversations/${id}/participants/client`);
    await mustCall('DELETE', `/conversations/${id}`);
  }
}

async function feed({ owner }: WebhookTenant, limit: number) {
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an event.
  const events: any[] = [];
  for (let after = ''; ; ) {
    const { body } = await owner.mustCall('GET', `/events?limit=${limit}${after}`);
    events.push(...body.events);
    if (!body.has_more) return events;
    expect(body.events).toHaveLength(limit);
    expect(body.next).toBe(body.events.at(-1).position);
    after = `&after=${body.next}`;
  }
}

test('webhooks as they came, a replay of them and the feed are the same events under the same ids, in the same order', async () => {
  const tenant = await createWebhookTenant(tidings, 'feed-live');
  const receiver = await aReceiver();
  await tenant.enableWebhooks(receiver.url);
  await life(tenant);
  const events = await feed(tenant, 1000);
  expect(new Set(events.map(({ type }) => type))).toContain('conversation.read_status');
  expect(new Set(events.map(({ type }) => type)).size).toBe(9);
  await receiver.until(events.length);

  const told = (received: typeof receiver.received, conversation: string) =>
    received
      .map(({ body, headers }) => ({ id: headers['webhook-id'], ...body }))
      .filter(({ data }) => (data.conversation_id ?? data.id) === conversation);
  const pulled = (conversation: string) =>
    events.filter(({ data }) => (data.conversation_id ?? data.id) === conversation);
  /** The post of a deleted message is told with its text or without, as the deletion came later or before. */
  const isKept = ({ type, data }: { type?: string; data: Record<string, string> }) =>
    type !== 'message.created' || !(data.deleted_at || data.text?.endsWith('gone'));
  const live = (id: string) => told(receiver.received, id).filter(isKept);
  const kept = (id: string) => pulled(id).filter(isKept);
  for (const id of ['a', 'b']) expect(live(id)).toEqual(kept(id));
  expect(receiver.received).toHaveLength(events.length);
  expect(JSON.stringify(events)).not.toMatch(/private|gone/);

  expect(await feed(tenant, 3)).toEqual(events);

  const before = receiver.received.length;
  const { status, body } = await tenant.owner.call('POST', '/webhooks/replay', { from: MEANWHILE, to: later() });
  expect([status, body]).toEqual([202, { id: expect.any(String), status: 'DONE', deliveries: events.length }]);
  await receiver.until(2 * before);
  const again = receiver.received.slice(before);
  for (const id of ['a', 'b']) expect(told(again, id)).toEqual(pulled(id));
  await receiver.close();
});

test('what happened before there was an endpoint is brought by a replay, of positions as of times', async () => {
  const tenant = await createWebhookTenant(tidings, 'feed-before');
  const receiver = await aReceiver();
  await tenant.conversationWithClient('c1');
  for (const text of ['1', '2', '3', '4']) await tenant.post('c1', text);
  await tenant.enableWebhooks(receiver.url, ['message.created']);
  const events = (await feed(tenant, 1000)).filter(({ type }) => type === 'message.created');
  const [, second, third] = events;
  const range = { from_position: second.position, to_position: third.position };
  expect((await tenant.owner.mustCall('POST', '/webhooks/replay', range)).body).toMatchObject({
    status: 'DONE',
    deliveries: 2,
  });
  await receiver.until(2);
  expect(receiver.received.map(({ body }) => body.data.text)).toEqual(['2', '3']);
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([second.id, third.id]);
  const times = { from: second.timestamp, to: third.timestamp };
  const among = events.filter(({ timestamp }) => timestamp >= times.from && timestamp <= times.to).length;
  expect((await tenant.owner.mustCall('POST', '/webhooks/replay', times)).body).toMatchObject({ deliveries: among });
  await receiver.until(2 + among);
  await receiver.close();
});

test.each([
  [{}, 'from'],
  [{ from: MEANWHILE }, 'to'],
  [{ to_position: 'p1' }, 'from_position'],
  [{ from_position: 'p1', to_position: 'x' }, 'to_position'],
  [{ from: MEANWHILE, to: MEANWHILE, from_position: 'p1', to_position: 'p2' }, 'from_position'],
  [{ from: 'yesterday', to: MEANWHILE }, 'from'],
  [{ from: '2020-01-02T00:00:00Z', to: MEANWHILE }, 'from'],
  [{ from_position: 'p2', to_position: 'p1' }, 'from_position'],
])('a replay of %j is refused at %s', async (range, path) => {
  const tenant = await createWebhookTenant(tidings, `feed-bad-${Math.random().toString(36).slice(2, 8)}`);
  await tenant.enableWebhooks('http://127.0.0.1:9/', []);
  const { status, body } = await tenant.owner.call('POST', '/webhooks/replay', range);
  expect([status, body.errors[0].path]).toEqual([400, path]);
});

test('the feed says where to go on from, also when nothing was found, and refuses a position of the future', async () => {
  const tenant = await createWebhookTenant(tidings, 'feed-next');
  const empty = (await tenant.owner.mustCall('GET', '/events')).body;
  expect(empty).toEqual({ events: [], has_more: false, next: expect.any(String) });
  await tenant.conversationWithClient('c1');
  const { body } = await tenant.owner.mustCall('GET', `/events?after=${empty.next}`);
  expect(body.events.map(({ type }: { type: string }) => type)).toEqual([
    'conversation.created',
    'participant.created',
  ]);
  expect((await tenant.owner.mustCall('GET', `/events?after=${body.next}`)).body).toMatchObject({
    events: [],
    has_more: false,
  });
  const future = await tenant.owner.call('GET', '/events?after=pzzzzzzzzz');
  expect([future.status, future.body.errors[0].path]).toEqual([400, 'after']);
});

test('a replay is a job that is read, runs alone in its tenant, and is cancelled', async () => {
  const tenant = await createWebhookTenant(tidings, 'feed-job');
  const other = await createWebhookTenant(tidings, 'feed-job-other');
  const receiver = await aReceiver();
  await tenant.enableWebhooks(receiver.url, ['message.created']);
  await tenant.conversationWithClient('c1');
  await tenant.post('c1', 'again');
  const { status, body, headers } = await tenant.owner.call('POST', '/webhooks/replay', {
    from: MEANWHILE,
    to: later(),
  });
  expect([status, body.status, body.deliveries]).toEqual([202, 'DONE', 1]);
  expect(headers.get('location')).toBe(`/api/v1/webhooks/replays/${body.id}`);
  expect((await tenant.owner.mustCall('GET', `/webhooks/replays/${body.id}`)).body).toEqual(body);
  expect((await tenant.owner.call('DELETE', `/webhooks/replays/${body.id}`)).status).toBe(204);
  expect((await tenant.owner.mustCall('GET', `/webhooks/replays/${body.id}`)).body.status).toBe('DONE');
  for (const method of ['GET', 'DELETE']) {
    expect((await other.owner.call(method, `/webhooks/replays/${body.id}`)).status).toBe(404);
  }
  await receiver.close();
});

test('a disabled endpoint is neither tested nor sent a delivery or a range again', async () => {
  const tenant = await createWebhookTenant(tidings, 'feed-disabled');
  const receiver = await aReceiver(() => 410);
  await tenant.enableWebhooks(receiver.url, ['message.created']);
  await tenant.conversationWithClient('c1');
  await tenant.post('c1', 'gone');
  const [delivery] = await tenant.untilDeliveries((found) => found[0]?.status === 'FAILED');
  for (const [path, body] of [
    ['/webhook-settings/test'],
    [`/webhooks/deliveries/${delivery.id}/retry`],
    ['/webhooks/replay', { from: MEANWHILE, to: later() }],
  ] as const) {
    const refused = await tenant.owner.call('POST', path, body);
    expect([path, refused.status, refused.body.code]).toEqual([path, 409, 'errors.webhook.disabled']);
  }
  await receiver.close();
});

test('a delivery is sent again under its id when asked, with a new timestamp, and only to its own tenant', async () => {
  const tenant = await createWebhookTenant(tidings, 'feed-retry');
  const other = await createWebhookTenant(tidings, 'feed-other');
  const receiver = await aReceiver();
  await tenant.enableWebhooks(receiver.url, ['message.created']);
  await tenant.conversationWithClient('c1');
  await tenant.post('c1', 'once more');
  const [delivery] = await tenant.untilDeliveries((found) => found[0]?.status === 'DELIVERED');
  const retry = `/webhooks/deliveries/${delivery.id}/retry`;
  expect((await other.owner.call('POST', retry)).status).toBe(404);
  const { status, body } = await tenant.owner.call('POST', retry);
  expect([status, body.status, body.id, body.webhook_id]).toEqual([202, 'PENDING', delivery.id, delivery.webhook_id]);
  await receiver.until(2);
  const [first, second] = receiver.received;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.raw).toBe(first?.raw);
  const [done] = await tenant.untilDeliveries((found) => found[0]?.status === 'DELIVERED');
  expect(done.attempts).toHaveLength(2);
  expect(await tenant.deliveries()).toHaveLength(1);
  await receiver.close();
});

test('failed deliveries are sent again together, in order of each conversation', async () => {
  const tenant = await createWebhookTenant(tidings, 'feed-many');
  const receiver = await aReceiver(() => 500);
  await tenant.enableWebhooks(receiver.url, ['message.created']);
  await tenant.conversationWithClient('c1');
  for (const text of ['1', '2', '3']) await tenant.post('c1', text);
  await tenant.untilDeliveries((found) => found.length === 3 && found.every(({ status }) => status === 'FAILED'));
  receiver.answers(() => 204);
  const failed = receiver.received.length;
  const { status, body } = await tenant.owner.call('POST', '/webhooks/deliveries/retry', { status: 'FAILED' });
  expect([status, body]).toEqual([202, { deliveries: 3, has_more: false }]);
  await receiver.until(failed + 3);
  expect(receiver.received.slice(failed).map(({ body }) => body.data.text)).toEqual(['1', '2', '3']);
  await receiver.close();
});

test('deliveries are listed newest first, by status, type and time, in pages that hold together', async () => {
  const tenant = await createWebhookTenant(tidings, 'feed-list');
  const receiver = await aReceiver();
  await tenant.enableWebhooks(receiver.url);
  await tenant.conversationWithClient('c1');
  for (let i = 0; i < 7; i++) await tenant.post('c1', String(i));
  const all = await tenant.untilDeliveries(
    (found) => found.length === 9 && found.every(({ status }) => status === 'DELIVERED'),
  );
  const created = all.map(({ created_at }) => created_at);
  expect(created).toEqual([...created].sort().reverse());
  expect(await tenant.deliveries('&type=conversation.created')).toHaveLength(1);
  expect(await tenant.deliveries('&status=FAILED')).toEqual([]);
  const middle = created[4];
  expect(await tenant.deliveries(`&before=${middle}`)).toEqual(all.filter(({ created_at }) => created_at < middle));
  expect(await tenant.deliveries(`&after=${middle}`)).toEqual(all.filter(({ created_at }) => created_at > middle));
  const paged = [];
  for (let cursor = ''; ; ) {
    const { body } = await tenant.owner.mustCall('GET', `/webhooks/deliveries?limit=2${cursor}`);
    expect(body.total_elements).toBe(9);
    paged.push(...body.deliveries);
    if (!body.has_more) break;
    cursor = `&cursor=${body.next_cursor}`;
  }
  expect(paged).toEqual(all);
  const { body } = await tenant.owner.mustCall('GET', '/webhooks/deliveries?limit=3&offset=2');
  expect(body.deliveries).toEqual(all.slice(2, 5));
  await receiver.close();
});

import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createWebhookTenant, webhookEnvironment } from '../../fixtures/webhooks.js';
import { startTidings } from '../../support/api.js';
import { aReceiver, type Received, type Receiver } from '../../support/servers/webhook-receiver.js';

const tidings = await startTidings(webhookEnvironment);
const receivers: Receiver[] = [];
let tenants = 0;

afterAll(() => tidings.close());
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

async function receiving(...args: Parameters<typeof aReceiver>): Promise<Receiver> {
  const receiver = await aReceiver(...args);
  receivers.push(receiver);
  return receiver;
}

const tenantNamed = () => createWebhookTenant(tidings, `hooks-${++tenants}`);
const MESSAGES = ['message.created'];
const texts = (received: readonly Received[]) => received.map(({ body }) => body.data.text);
const all = (status: string, count: number) => (deliveries: { status: string }[]) =>
  deliveries.length === count && deliveries.every((each) => each.status === status);

describe('a webhook', () => {
  test('is signed as Standard Webhooks says, and its library agrees', async () => {
    const [receiver, tenant] = [await receiving(), await tenantNamed()];
    const secret = await tenant.enableWebhooks(receiver.url);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { id } = await tenant.conversationWithClient('c1');
    const message = await tenant.post(id, 'Grüße');
    await receiver.until(3);
    for (const { raw, headers } of receiver.received) new Webhook(secret).verify(raw, headers);
    const { body, raw, headers } = receiver.received[2] ?? expect.fail();
    expect(() => new Webhook(secret).verify(raw.replace('Gr', 'gr'), headers)).toThrow();
    expect(receiver.received.map((each) => each.body.type)).toEqual([
      'conversation.created',
      'participant.created',
      'message.created',
    ]);
    expect(body.data).toMatchObject({ id: message.body.id, text: 'Grüße', conversation_id: 'c1', sequence: 1 });
    expect(Object.keys(body)).toEqual(['type', 'timestamp', 'position', 'data']);
    expect(headers['webhook-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['content-type']).toBe('application/json');
  });

  test('is signed with both secrets after a rotation', async () => {
    const [receiver, tenant] = [await receiving(), await tenantNamed()];
    const before = await tenant.enableWebhooks(receiver.url, MESSAGES);
    const { secret } = (await tenant.owner.mustCall('POST', '/webhook-settings/rotate-secret')).body;
    expect(secret).not.toBe(before);
    await tenant.post((await tenant.conversationWithClient('c1')).id, 'both');
    await receiver.until(1);
    const { raw, headers } = receiver.received[0] ?? expect.fail();
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const each of [before, secret])
      expect(new Webhook(each).verify(raw, headers)).toMatchObject({ type: 'message.created' });
  });

  test.each([
    ['breaks off', (response: ServerResponse) => void response.writeHead(200).write('a', () => response.destroy())],
    ['stalls', (response: ServerResponse) => void response.writeHead(200).write('a')],
  ])('that was taken counts as delivered, though the body of the answer %s', async (_, answering) => {
    const [receiver, tenant] = [await receiving(() => answering), await tenantNamed()];
    await tenant.enableWebhooks(receiver.url, MESSAGES);
    await tenant.post((await tenant.conversationWithClient('c1')).id, 'taken');
    const [delivery] = await tenant.untilDeliveries(all('DELIVERED', 1));
    expect(delivery?.attempts).toEqual([{ at: expect.any(String), status_code: 200, duration_ms: expect.any(Number) }]);
    expect(receiver.received).toHaveLength(1);
  });

  test('comes once for each event and tells what a GET would', async () => {
    const [receiver, tenant] = [await receiving(), await tenantNamed()];
    await tenant.enableWebhooks(receiver.url);
    const { id } = await tenant.conversationWithClient('c1');
    await tenant.owner.mustCall('POST', `/conversations/${id}/labels`, { labels: ['vip'] });
    const path = `/conversations/${id}/participants/client`;
    await tenant.owner.mustCall('PATCH', path, { email: 'client@acme.example' });
    const participant = (await tenant.owner.mustCall('GET', path)).body;
    await tenant.owner.mustCall('DELETE', path);
    await tenant.owner.mustCall('DELETE', `/conversations/${id}`);
    await receiver.until(6);
    const conversation = (await tenant.owner.mustCall('GET', `/conversations/${id}`)).body;
    const bodies = receiver.received.map(({ body }) => body);
    expect(bodies.map(({ type }) => type)).toEqual([
      'conversation.created',
      'participant.created',
      'conversation.updated',
      'participant.updated',
      'participant.deleted',
      'conversation.archived',
    ]);
    expect(bodies[2].data.labels).toEqual(['vip']);
    expect([bodies[3].data, bodies[4].data]).toEqual([participant, participant]);
    expect(bodies[5].data).toEqual(conversation);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(6);
  });

  test('waits behind an earlier one of its conversation that fails, and no other conversation does', async () => {
    const tenant = await tenantNamed();
    let fails = 3;
    const receiver = await receiving(({ body }) => (body.data.text === 'a1' && fails-- > 0 ? 500 : 204));
    await tenant.enableWebhooks(receiver.url, MESSAGES);
    const [a, b] = ['a', 'b'];
    for (const id of [a, b]) await tenant.conversationWithClient(id);
    for (const text of ['1', '2', '3']) for (const id of [a, b]) await tenant.post(id, `${id}${text}`);
    await receiver.until(9);
    const told = texts(receiver.received);
    expect(told.filter((text) => text.startsWith('a'))).toEqual(['a1', 'a1', 'a1', 'a1', 'a2', 'a3']);
    expect(told.filter((text) => text.startsWith('b'))).toEqual(['b1', 'b2', 'b3']);
    expect(told.indexOf('b3')).toBeLessThan(told.lastIndexOf('a1'));
    const ids = receiver.received
      .filter(({ body }) => body.data.text === 'a1')
      .map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
    const deliveries = await tenant.untilDeliveries(all('DELIVERED', 6));
    const first = deliveries.find(({ webhook_id }) => webhook_id === ids[0]);
    expect(first.attempts.map((each: { status_code: number }) => each.status_code)).toEqual([500, 500, 500, 204]);
  });

  test('goes to eight conversations at once, and to each one after the other', async () => {
    const tenant = await tenantNamed();
    const open: (() => void)[] = [];
    const receiver = await receiving(() => (response) => void open.push(() => response.writeHead(204).end()));
    await tenant.enableWebhooks(receiver.url, MESSAGES);
    const ids = Array.from({ length: 10 }, (_, i) => `c${i}`);
    await Promise.all(ids.map((id) => tenant.conversationWithClient(id)));
    for (const id of ids) for (const text of ['1', '2']) await tenant.post(id, text);
    await receiver.until(8);
    expect(new Set(receiver.received.map(({ body }) => body.data.conversation_id)).size).toBe(8);
    expect(new Set(texts(receiver.received))).toEqual(new Set(['1']));
    await tenant.untilDeliveries(all('PENDING', 20));
    expect(open).toHaveLength(8);
    receiver.answers(() => 204);
    for (const answer of open) answer();
    await tenant.untilDeliveries(all('DELIVERED', 20));
  });

  test('is given up when it failed as often as the schedule says, and the next of its conversation follows', async () => {
    const tenant = await tenantNamed();
    const receiver = await receiving(({ body }) => (body.data.text === 'never' ? 503 : 204));
    await tenant.enableWebhooks(receiver.url, MESSAGES);
    const { id } = await tenant.conversationWithClient('c1');
    await tenant.post(id, 'never');
    await tenant.post(id, 'later');
    await receiver.until(6);
    expect(texts(receiver.received)).toEqual(['never', 'never', 'never', 'never', 'never', 'later']);
    const [later, never] = await tenant.untilDeliveries((found) => found[0]?.status === 'DELIVERED');
    expect([never.status, never.attempts.length, never.next_attempt_at]).toEqual(['FAILED', 5, undefined]);
    expect([later.status, later.attempts.length]).toEqual(['DELIVERED', 1]);
  });

  test.each([
    ['a server error', 500, 'status'],
    ['too many requests', 429, 'status'],
    ['a redirect', 302, 'redirect'],
    ['a closed connection', 'close', 'reset'],
  ] as const)('that meets %s is sent again', async (_, answer, error) => {
    const tenant = await tenantNamed();
    const elsewhere = await receiving();
    const receiver = await receiving((_received, nth) => {
      if (nth > 1) return 200;
      if (answer === 'close') return (response) => void response.destroy();
      return (response) => void response.writeHead(answer, { location: elsewhere.url }).end();
    });
    await tenant.enableWebhooks(receiver.url, MESSAGES);
    await tenant.post((await tenant.conversationWithClient('c1')).id, 'again');
    const [delivery] = await tenant.untilDeliveries(all('DELIVERED', 1));
    expect(delivery.attempts).toHaveLength(2);
    expect(delivery.attempts[0].status_code).toBe(answer === 'close' ? undefined : answer);
    expect(delivery.attempts[0].error).toBe(error);
    expect(elsewhere.received).toHaveLength(0);
  });

  test('is not sent again before the receiver asked for it, up to twice the step', async () => {
    const tenant = await tenantNamed();
    const receiver = await receiving((_, nth) =>
      nth > 1 ? 204 : (response) => void response.writeHead(429, { 'retry-after': '3600' }).end(),
    );
    await tenant.enableWebhooks(receiver.url, MESSAGES);
    await tenant.post((await tenant.conversationWithClient('c1')).id, 'patience');
    const [delivery] = await tenant.untilDeliveries(all('DELIVERED', 1));
    const [first, second] = delivery.attempts.map(({ at }: { at: string }) => Date.parse(at));
    expect(second - first).toBeGreaterThanOrEqual(200);
  });

  test('that is answered 410 ends the endpoint until the next PUT, and what happens meanwhile is not queued', async () => {
    const tenant = await tenantNamed();
    const open: (() => void)[] = [];
    const receiver = await receiving(() => (response) => void open.push(() => response.writeHead(410).end()));
    await tenant.enableWebhooks(receiver.url, MESSAGES);
    const { id } = await tenant.conversationWithClient('c1');
    await tenant.post(id, 'gone');
    await tenant.post(id, 'behind it');
    await tenant.untilDeliveries(all('PENDING', 2));
    await receiver.until(1);
    for (const answer of open) answer();
    const [second, first] = await tenant.untilDeliveries(
      (found) => found.length === 2 && found.every(({ status }) => status !== 'PENDING'),
    );
    expect([first.status, second.status]).toEqual(['FAILED', 'CANCELLED']);
    const settings = (await tenant.owner.mustCall('GET', '/webhook-settings')).body;
    expect(settings).toMatchObject({ enabled: false, disabled_reason: 'gone', disabled_at: expect.any(String) });
    await tenant.post(id, 'unheard');
    receiver.answers(() => 204);
    const again = (await tenant.owner.mustCall('PUT', '/webhook-settings', { endpoint_url: receiver.url })).body;
    expect([again.enabled, again.disabled_at, again.secret]).toEqual([true, undefined, undefined]);
    await tenant.post(id, 'heard');
    await receiver.until(2);
    expect(texts(receiver.received)).toEqual(['gone', 'heard']);
    expect(await tenant.deliveries()).toHaveLength(3);
  });

  test('whose type is switched off before it was delivered is cancelled', async () => {
    const tenant = await tenantNamed();
    const receiver = await receiving(() => 500);
    await tenant.enableWebhooks(receiver.url, MESSAGES);
    await tenant.post((await tenant.conversationWithClient('c1')).id, 'off');
    await receiver.until(1);
    await tenant.owner.mustCall('DELETE', '/webhooks/features/message.created');
    const [delivery] = await tenant.untilDeliveries((found) => found[0]?.status === 'CANCELLED');
    expect(delivery.attempts.length).toBeLessThan(5);
  });

  test('of another tenant is not slowed by an endpoint that never answers', async () => {
    const [dead, quick] = [await tenantNamed(), await tenantNamed()];
    const stalling = await receiving(() => () => {});
    const receiver = await receiving();
    await dead.enableWebhooks(stalling.url, MESSAGES);
    await quick.enableWebhooks(receiver.url, MESSAGES);
    for (let i = 0; i < 12; i++) await dead.post((await dead.conversationWithClient(`c${i}`)).id, 'into the void');
    await stalling.until(8);
    const startedMs = performance.now();
    const { id } = await quick.conversationWithClient('c1');
    for (let i = 0; i < 20; i++) await quick.post(id, String(i));
    await receiver.until(20);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
    expect(texts(receiver.received)).toEqual(Array.from({ length: 20 }, (_, i) => String(i)));
    expect(stalling.received).toHaveLength(8);
  });
});

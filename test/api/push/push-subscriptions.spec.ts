import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { DAY, epochMs, instant } from '../../../src/kernel/instant.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../src/ports/stores/operational-store.js';
import type { Caller } from '../../fixtures/caller.js';
import { client } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { claimsOf, PASSWORD } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';
import { type APushService, aPushService, type Device } from '../../support/servers/push-service.js';

const PATH = '/push/subscriptions';

let pushes: APushService;
let status: number;
let tidings: Tidings;
let closed: Tidings;
let acme: Tenant;
beforeAll(async () => {
  pushes = await aPushService(() => status);
  [tidings, closed] = await Promise.all([startTidings({ OUTBOUND_ALLOW: '127.0.0.1' }), startTidings()]);
  acme = await createTenant(tidings, 'acme');
});
afterAll(async () => {
  await closed.close();
  await closeAudited(tidings);
  await pushes.close();
});

const bodyOf = ({ endpoint, keys }: Device) => ({ endpoint, keys });
const subscribe = (who: Caller, device = pushes.device()) => who.mustCall('POST', PATH, bodyOf(device));
const kept = async (kind: 'client-push-subscription' | 'user-push-subscription', prefix: string) =>
  (await tidings.app.get<OperationalStore>(OPERATIONAL_STORE).list(acme.tenantId, kind, prefix, 100)).map(
    ({ key }) => key.id,
  );

/** A conversation in which `client` writes and `anna` is told. */
async function withAnna(id: string) {
  status = 201;
  await acme.conversation(id, { participants: [client(), client('anna')] });
  const anna = await acme.client(id, 'anna');
  const device = pushes.device();
  const { body } = await subscribe(anna, device);
  const count = () => pushes.to(device).length;
  /** Another device, told after Anna, shows that the message was told to all. */
  const user = await acme.user(`user-${id}`);
  await acme.owner.mustCall('POST', `/conversations/${id}/participants`, {
    kind: 'USER',
    user_id: user.id,
    id: 'ulla',
  });
  const last = pushes.device();
  await subscribe(user, last);
  const post = async () => {
    const before = pushes.received.length;
    await acme.post(id);
    await expect.poll(() => pushes.received.slice(before).some(({ path }) => path === last.path)).toBe(true);
  };
  return { anna, user, device, id: body.id, count, post, told: () => expect.poll(count) };
}

describe('a subscription', () => {
  test('has an id and an end in 90 days, and is the same for the same endpoint', async () => {
    await acme.conversationWithClient('same');
    const [cleo, device] = [await acme.client('same'), pushes.device()];
    const first = await subscribe(cleo, device);
    expect(first.status).toBe(201);
    expect(first.headers.get('location')).toBe(`/api/v1${PATH}/${first.body.id}`);
    const left = epochMs(instant(first.body.expires_at)) - Date.now();
    expect(Math.round(left / DAY)).toBe(90);
    expect((await subscribe(cleo, device)).body).toMatchObject({
      id: first.body.id,
      created_at: first.body.created_at,
    });
    expect(await kept('client-push-subscription', 'same.')).toEqual([`same.client.${first.body.id}`]);
    expect((await cleo.call('DELETE', `${PATH}/${first.body.id}`)).status).toBe(204);
    const again = await cleo.call('DELETE', `${PATH}/${first.body.id}`);
    expect([again.status, again.body.code]).toEqual([404, 'errors.push_subscription.not_found']);
  });

  test('is its own: another client cannot end it, and a key has none', async () => {
    const { anna, id } = await withAnna('own');
    expect((await (await acme.client('own')).call('DELETE', `${PATH}/${id}`)).status).toBe(404);
    const key = await acme.apiKey();
    for (const [method, path] of [
      ['GET', '/push/key'],
      ['POST', PATH],
      ['DELETE', `${PATH}/${id}`],
    ] as const)
      expect((await key.call(method, path, method === 'POST' ? {} : undefined)).status).toBe(403);
    expect((await anna.call('DELETE', `${PATH}/${id}`)).status).toBe(204);
  });

  test('over 20 ends the oldest', async () => {
    const user = await acme.user('many');
    const ids: string[] = [];
    for (let n = 0; n <= limits.pushSubscriptions; n++) ids.push((await subscribe(user)).body.id);
    const expected = ids.slice(1).map((id) => `${user.id}.${id}`);
    expect(await kept('user-push-subscription', `${user.id}.`)).toEqual(expected.toSorted());
  });

  test.each([
    ['endpoint', { endpoint: 'http://10.0.0.1/x' }],
    ['endpoint', { endpoint: 'https://user@push.invalid/x' }],
    ['endpoint', { endpoint: 'file:///etc/passwd' }],
    ['endpoint', { endpoint: `https://push.invalid/${'x'.repeat(2_048)}` }],
    ['keys.p256dh', { keys: { p256dh: 'A'.repeat(87) } }],
    ['keys.p256dh', { keys: { p256dh: 'short' } }],
    ['keys.auth', { keys: { auth: 'A'.repeat(23) } }],
    ['keys.auth', { keys: { auth: `${'A'.repeat(21)}B` } }],
  ])('is refused at %s: %j', async (path, wrong: { readonly endpoint?: string; readonly keys?: object }) => {
    const body = bodyOf(pushes.device());
    const sent = { ...body, ...wrong, keys: { ...body.keys, ...wrong.keys } };
    const answer = await acme.owner.call('POST', PATH, sent);
    expect([answer.status, answer.body.errors.map((each: { path: string }) => each.path)]).toEqual([400, [path]]);
  });

  test('needs https where the deployment allows no private address', async () => {
    const { owner } = await createTenant(closed, 'closed');
    const { keys } = pushes.device();
    const plain = await owner.call('POST', PATH, { endpoint: 'http://push.invalid/x', keys });
    expect(plain.body.errors).toMatchObject([{ path: 'endpoint', code: 'errors.field.address' }]);
    expect((await owner.call('POST', PATH, { endpoint: 'https://127.0.0.1/x', keys })).status).toBe(400);
    expect((await owner.call('POST', PATH, { endpoint: 'https://push.invalid/x', keys })).status).toBe(201);
  });
});

describe('a device is told nothing more', () => {
  test.each([404, 410])('once the push service answers %d', async (answer) => {
    const conversation = `ended-${answer}`;
    const { told, count } = await withAnna(conversation);
    status = answer;
    await acme.post(conversation);
    await told().toBe(1);
    await expect.poll(() => kept('client-push-subscription', `${conversation}.`)).toEqual([]);
    status = 201;
    const other = await acme.user(`late-${answer}`);
    await acme.owner.mustCall('POST', `/conversations/${conversation}/participants`, {
      kind: 'USER',
      user_id: other.id,
    });
    const device = pushes.device();
    await subscribe(other, device);
    await acme.post(conversation);
    await expect.poll(() => pushes.to(device).length).toBe(1);
    expect(count()).toBe(1);
  });

  test('once it has unsubscribed, its client is removed, or its user has signed out or has a new password', async () => {
    const { anna, id, user, post, count } = await withAnna('leaving');
    await post();
    await expect.poll(count).toBe(1);
    await anna.mustCall('DELETE', `${PATH}/${id}`);
    await post();
    const more = pushes.device();
    await subscribe(anna, more);
    await acme.owner.mustCall('DELETE', '/conversations/leaving/participants/anna');
    await post();
    expect([count(), pushes.to(more).length]).toEqual([1, 0]);

    const second = await acme.signIn(user.email);
    const [left, stays] = [pushes.device(), pushes.device()];
    await subscribe(second, left);
    await subscribe(user, stays);
    await second.mustCall('DELETE', `/users/me/sessions/${claimsOf(second.token).sid}`);
    await post();
    await expect.poll(() => pushes.to(stays).length).toBe(1);
    expect(pushes.to(left)).toEqual([]);
    const password = `${PASSWORD} new`;
    await user.mustCall('PUT', '/users/me/password', { current_password: PASSWORD, password });
    const before = pushes.received.length;
    await acme.post('leaving');
    await expect.poll(() => kept('user-push-subscription', `${user.id}.`)).toEqual([]);
    expect(pushes.received.length).toBe(before);
  });

  test('once it is erased, with what was sent to it', async () => {
    const { user, post, told } = await withAnna('erased');
    await post();
    await told().toBe(1);
    const operations = tidings.app.get<OperationalStore>(OPERATIONAL_STORE);
    const effects = () => operations.list(acme.tenantId, 'effect', '~erased.', 10);
    await expect.poll(async () => (await effects()).length).toBe(2);
    await acme.owner.mustCall('DELETE', '/conversations/erased/participants/anna?erase=true');
    await expect.poll(() => kept('client-push-subscription', 'erased.')).toEqual([]);
    await expect.poll(async () => (await effects()).length).toBe(1);
    await acme.owner.mustCall('DELETE', `/users/${user.id}?erase=true`);
    await expect.poll(() => kept('user-push-subscription', `${user.id}.`)).toEqual([]);
    await acme.owner.mustCall('POST', '/conversations/erased/erase');
    await expect.poll(async () => (await effects()).length).toBe(0);
  });
});

test('a push service that fails gets the push again later', async () => {
  const { told, device } = await withAnna('failing');
  status = 503;
  await acme.post('failing');
  await told().toBe(1);
  status = 201;
  await expect.poll(() => pushes.to(device).length, { timeout: 15_000 }).toBe(2);
  const operations = tidings.app.get<OperationalStore>(OPERATIONAL_STORE);
  const statuses = async () =>
    (await operations.list<{ status: string }>(acme.tenantId, 'effect', '~failing.', 10)).map(
      ({ value }) => value.status,
    );
  await expect.poll(statuses).toEqual(['done', 'done']);
  status = 400;
  await acme.post('failing');
  await expect.poll(statuses).toEqual(expect.arrayContaining(['failed']));
});

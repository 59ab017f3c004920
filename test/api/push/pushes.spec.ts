import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_TENANT } from '../../../src/kernel/stream.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../src/ports/stores/operational-store.js';
import type { Caller } from '../../fixtures/caller.js';
import { client, SUPPORT } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';
import { type APushService, aPushService, type Device } from '../../support/servers/push-service.js';

const ENVIRONMENT = { OUTBOUND_ALLOW: '127.0.0.1' };
const OPEN_TYPE = { id: 'open', push_text: true };

let pushes: APushService;
let tidings: Tidings;
let acme: Tenant;
let publicKey: string;
beforeAll(async () => {
  pushes = await aPushService();
  tidings = await startTidings(ENVIRONMENT);
  acme = await createTenant(tidings, 'acme', { types: [SUPPORT, OPEN_TYPE] });
  publicKey = (await acme.owner.mustCall('GET', '/push/key')).body.public_key;
});
afterAll(async () => {
  await closeAudited(tidings);
  await pushes.close();
});

async function subscribed(who: Caller): Promise<Device> {
  const device = pushes.device();
  const { endpoint, keys } = device;
  await who.mustCall('POST', '/push/subscriptions', { endpoint, keys });
  return device;
}

/** A conversation of two clients and a user, each with a device. */
async function told(id: string, more: object = {}) {
  const user = await acme.user(`user-${id}`);
  const participants = [
    client(),
    client('anna', { preferred_language: 'de' }),
    { kind: 'USER', user_id: user.id, id: 'ulla' },
  ];
  const { messages, participants: path } = await acme.conversation(id, { participants, ...more });
  const [cleo, anna] = [await acme.client(id), await acme.client(id, 'anna')];
  const devices = { cleo: await subscribed(cleo), anna: await subscribed(anna), ulla: await subscribed(user) };
  const post = (as: Caller, text: string) => as.mustCall('POST', messages, { kind: 'TEXT', text });
  /** What each device got, once another message to it has come. */
  const got = async (device: Device, count: number) => {
    await expect.poll(() => pushes.to(device).length).toBe(count);
    return pushes.to(device).map(({ content }) => content);
  };
  return { user, cleo, anna, devices, post, got, path };
}

describe('a message', () => {
  test('is told to clients and users who take part, in their language, signed by the service, but not to its author', async () => {
    const { cleo, user, devices, post, got } = await told('case-1');
    await post(cleo, 'a secret');
    const [toAnna] = await got(devices.anna, 1);
    expect(toAnna).toEqual({
      title: 'Acme',
      body: 'Neue Nachricht',
      language: 'de',
      conversation_id: 'case-1',
      url: expect.stringMatching(new RegExp(`^http://127.0.0.1:3000/c\\?tenant=${acme.tenantId}#auth_key=[\\w-]{22}$`)),
    });
    expect((await acme.exchange(toAnna.url)).body.access_token).toEqual(expect.any(String));
    const [toUlla] = await got(devices.ulla, 1);
    expect(toUlla).toEqual({
      title: 'Acme',
      body: 'New message',
      language: 'en',
      conversation_id: 'case-1',
      url: `http://127.0.0.1:3000/app/conversations/case-1?tenant=${acme.tenantId}`,
    });
    const [push] = pushes.to(devices.anna);
    expect(await pushes.sender(push ?? expect.fail(), publicKey)).toMatchObject({ aud: pushes.origin });
    expect(Number(push?.headers.ttl)).toBeGreaterThan(86_000);
    expect(push?.headers.topic).toMatch(/^[\w-]{32}$/);
    await post(user, 'an answer');
    await got(devices.cleo, 1);
    expect(await got(devices.ulla, 1)).toHaveLength(1);
    // One key a day: a device does not end the links of its client.
    expect((await got(devices.anna, 2))[1].url).toBe(toAnna.url);
  });

  test('is not told to someone who has the conversation open', async () => {
    const { cleo, anna, devices, post, got, path } = await told('case-2');
    await anna.mustCall('POST', `${path}/anna/activity`, { activity: 'HAS_CONVERSATION_OPEN' });
    await post(cleo, 'one');
    await got(devices.ulla, 1);
    expect(pushes.to(devices.anna)).toEqual([]);
  });

  test('is told with its text only where the conversation type says so', async () => {
    const { cleo, devices, post, got } = await told('case-3', { conversation_type_id: 'open' });
    await post(cleo, 'Grüße 👋');
    expect((await got(devices.ulla, 1))[0].body).toBe('Grüße 👋');
    await acme.owner.mustCall('PATCH', '/conversation-types/open', { push_text: null });
    await post(cleo, 'quiet');
    expect((await got(devices.ulla, 2))[1].body).toBe('New message');
  });

  test('is not told again after a restart, nor when all events are handled again', async () => {
    const { cleo, devices, post, got } = await told('case-4');
    await post(cleo, 'one');
    await got(devices.ulla, 1);
    tidings = await tidings.again();
    expect((await acme.owner.at(tidings).mustCall('GET', '/push/key')).body.public_key).toBe(publicKey);
    const operations = tidings.app.get<OperationalStore>(OPERATIONAL_STORE);
    expect(await operations.remove({ tenantId: NO_TENANT, kind: 'process', id: 'pushes' })).toBe(true);
    tidings = await tidings.again();
    const before = pushes.received.length;
    await post(cleo.at(tidings), 'two');
    await got(devices.ulla, 2);
    await got(devices.anna, 2);
    expect(pushes.received.length - before).toBe(2);
  });
});

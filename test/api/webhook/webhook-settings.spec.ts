import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WEBHOOK_TYPES } from '../../../src/catalogue/webhook-types.js';
import { createWebhookTenant, webhookEnvironment } from '../../fixtures/webhooks.js';
import { startTidings } from '../../support/api.js';
import { aReceiver, type Receiver } from '../../support/servers/webhook-receiver.js';

const tidings = await startTidings(webhookEnvironment);
let receiver: Receiver;
beforeAll(async () => {
  receiver = await aReceiver();
});
afterAll(async () => {
  await tidings.close();
  await receiver.close();
});

let tenants = 0;
const newTenant = () => createWebhookTenant(tidings, `settings-${++tenants}`);

describe('webhook settings', () => {
  test('are not there before the first PUT, nor can anything be done with them', async () => {
    const { call } = (await newTenant()).owner;
    const calls = [
      ['GET', ''],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
    ] as const;
    for (const [method, path] of calls) {
      const { status, body } = await call(method, `/webhook-settings${path}`);
      expect([status, body.code]).toEqual([404, 'errors.webhook_settings.not_found']);
    }
    const replayed = await call('POST', '/webhooks/replay', {
      from: '2020-01-01T00:00:00Z',
      to: '2030-01-01T00:00:00Z',
    });
    expect(replayed.status).toBe(404);
  });

  test('are created with a secret that a later PUT keeps and does not tell', async () => {
    const { call } = (await newTenant()).owner;
    const created = await call('PUT', '/webhook-settings', { endpoint_url: receiver.url });
    expect([created.status, created.headers.get('location')]).toEqual([201, '/api/v1/webhook-settings']);
    expect(created.headers.get('cache-control')).toBe('no-store');
    const secret = created.body.secret as string;
    expect(Buffer.from(secret.slice('whsec_'.length), 'base64').length).toBe(32);
    const again = await call('PUT', '/webhook-settings', { endpoint_url: `${receiver.url}/2`, signature_scheme: 'v1' });
    const other = await call('PUT', '/webhook-settings', { endpoint_url: receiver.url, signature_scheme: 'v2' });
    expect([other.status, other.body.errors[0].path]).toEqual([400, 'signature_scheme']);
    expect([again.status, again.body.secret, again.body.endpoint_url]).toEqual([200, undefined, `${receiver.url}/2`]);
    const read = await call('GET', '/webhook-settings');
    expect(read.body).toMatchObject({
      tenant_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      signature_scheme: 'v1',
      secret,
      enabled: true,
      endpoint_url: `${receiver.url}/2`,
    });
    expect(read.headers.get('cache-control')).toBe('no-store');
  });

  test('of ten first PUTs at once one creates them', async () => {
    const { call } = (await newTenant()).owner;
    const puts = Array.from({ length: 10 }, () => call('PUT', '/webhook-settings', { endpoint_url: receiver.url }));
    const answers = await Promise.all(puts);
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect((await call('GET', '/webhook-settings')).body.secret).toBe(created[0]?.body.secret);
  });

  test('take a new secret each time it is rotated', async () => {
    const { mustCall } = (await newTenant()).owner;
    const first = (await mustCall('PUT', '/webhook-settings', { endpoint_url: receiver.url })).body.secret;
    const second = (await mustCall('POST', '/webhook-settings/rotate-secret')).body.secret;
    const third = (await mustCall('POST', '/webhook-settings/rotate-secret')).body.secret;
    expect(new Set([first, second, third]).size).toBe(3);
    expect((await mustCall('GET', '/webhook-settings')).body.secret).toBe(third);
  });

  test('a rotation that is asked for again under its key is answered without the secret, which is in no ledger', async () => {
    const { call, mustCall } = (await newTenant()).owner;
    await mustCall('PUT', '/webhook-settings', { endpoint_url: receiver.url });
    const key = { 'idempotency-key': 'rotate-1' };
    const first = await call('POST', '/webhook-settings/rotate-secret', undefined, key);
    const again = await call('POST', '/webhook-settings/rotate-secret', undefined, key);
    expect([again.status, again.headers.get('idempotent-replayed'), again.body.secret]).toEqual([
      200,
      'true',
      undefined,
    ]);
    expect((await mustCall('GET', '/webhook-settings')).body.secret).toBe(first.body.secret);
  });

  test('keep the secret out of every file', async () => {
    const { mustCall } = (await newTenant()).owner;
    const secret = (await mustCall('PUT', '/webhook-settings', { endpoint_url: receiver.url })).body.secret as string;
    const rotated = (await mustCall('POST', '/webhook-settings/rotate-secret')).body.secret as string;
    const files = readdirSync(tidings.dataDir, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    expect(files.map(({ name }) => name)).toContain('master.key');
    for (const file of files) {
      const text = readFileSync(join(file.parentPath, file.name), 'latin1');
      for (const each of [secret, rotated]) expect(text.includes(each.slice('whsec_'.length))).toBe(false);
    }
  });

  test.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://0xa9fea9fe/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[fd00:ec2::254]/',
    'ftp://hooks.example/',
    'http://user:secret@hooks.example/',
    'hooks.example',
  ])('refuse %s, and nothing is kept', async (url) => {
    const { call } = (await newTenant()).owner;
    const { status, body } = await call('PUT', '/webhook-settings', { endpoint_url: url });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ path: 'endpoint_url', code: 'errors.field.address' }]);
    expect((await call('GET', '/webhook-settings')).status).toBe(404);
  });
});

describe('the test webhook', () => {
  test('arrives signed, whatever is switched on, and is found among the deliveries', async () => {
    const tenant = await newTenant();
    const hook = await aReceiver();
    const secret = await tenant.enableWebhooks(hook.url, []);
    const { status, body } = await tenant.owner.call('POST', '/webhook-settings/test');
    expect(status).toBe(202);
    await hook.until(1);
    const { raw, headers } = hook.received[0] ?? expect.fail();
    expect(new Webhook(secret).verify(raw, headers)).toMatchObject({
      type: 'test.webhook',
      data: { delivery_id: body.delivery_id },
    });
    const [delivery] = await tenant.untilDeliveries((found) => found[0]?.status === 'DELIVERED');
    expect(delivery).toMatchObject({ id: body.delivery_id, type: 'test.webhook', webhook_id: headers['webhook-id'] });
    await hook.close();
  });

  test('is sent again after one second, then after two', async () => {
    const tenant = await newTenant();
    const hook = await aReceiver((_, nth) => (nth < 3 ? 500 : 200));
    await tenant.enableWebhooks(hook.url, []);
    await tenant.owner.mustCall('POST', '/webhook-settings/test');
    await hook.until(3);
    const [first = 0, second = 0, third = 0] = hook.received.map(({ atMs }) => atMs);
    expect(second - first).toBeGreaterThanOrEqual(950);
    expect(third - second).toBeGreaterThanOrEqual(1_950);
    expect(new Set(hook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await hook.close();
  });
});

describe('webhook features', () => {
  test('that there are, are told with what they mean', async () => {
    const { body } = await (await newTenant()).owner.mustCall('GET', '/webhooks/features/available');
    expect(body.features.map((each: { webhook_type: string }) => each.webhook_type)).toEqual(WEBHOOK_TYPES);
    for (const { description } of body.features) expect(description.length).toBeGreaterThan(10);
  });

  test('are none at first, are set as often as one likes, and taken back once', async () => {
    const { call, mustCall } = (await newTenant()).owner;
    const type = 'message.created';
    expect((await mustCall('GET', '/webhooks/features')).body).toMatchObject({ features: [], total_elements: 0 });
    for (const enabled of [true, true, false]) {
      const set = await call('POST', '/webhooks/features', { webhook_type: type, enabled });
      expect([set.status, set.body]).toEqual([200, { webhook_type: type, enabled }]);
    }
    expect((await mustCall('GET', '/webhooks/features')).body.features).toEqual([
      { webhook_type: type, enabled: false },
    ]);
    expect((await call('DELETE', `/webhooks/features/${type}`)).status).toBe(204);
    const gone = await call('DELETE', `/webhooks/features/${type}`);
    expect([gone.status, gone.body.code]).toEqual([404, 'errors.webhook_feature.not_found']);
    expect((await call('POST', '/webhooks/features', { webhook_type: type, enabled: true })).status).toBe(200);
  });

  test('of an unknown type are refused by name', async () => {
    const { call } = (await newTenant()).owner;
    const set = await call('POST', '/webhooks/features', { webhook_type: 'message.eaten', enabled: true });
    const removed = await call('DELETE', '/webhooks/features/message.eaten');
    for (const { status, body } of [set, removed]) {
      expect([status, body.errors[0].path, body.errors[0].code]).toEqual([400, 'webhook_type', 'errors.field.choice']);
    }
  });
});

import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vapidKeys } from '../../../src/adapters/web-push/vapid-keys.js';
import { webPush } from '../../../src/adapters/web-push/web-push.js';
import { type APushService, aPushService } from '../../support/servers/push-service.js';

const secrets = (root: string) => ({
  digest: (purpose: string, value: string | Uint8Array) =>
    createHmac('sha256', root).update(`${purpose}\0`).update(value).digest('base64url'),
});

let service: APushService;
beforeAll(async () => {
  service = await aPushService();
});
afterAll(() => service.close());

describe('the keys of the service', () => {
  test('are those of its secret, for good', () => {
    expect(vapidKeys(secrets('a'))).toEqual(vapidKeys(secrets('a')));
    expect(vapidKeys(secrets('a')).publicKey).not.toBe(vapidKeys(secrets('b')).publicKey);
    expect(Buffer.from(vapidKeys(secrets('a')).publicKey, 'base64url')).toHaveLength(65);
  });
  test('are the next digest where one is no key', () => {
    const zero = Buffer.alloc(32).toString('base64url');
    const digests = [zero, secrets('a').digest('', '')];
    expect(vapidKeys({ digest: () => digests.shift() ?? '' }).privateKey).toBe(secrets('a').digest('', ''));
  });
});

test('a request is for its device alone, signed by the service, and says how long it is good', async () => {
  const device = service.device();
  const push = webPush(vapidKeys(secrets('a')), 'mailto:operator@tidings.example');
  const { headers, body } = await push.request(device, '{"title":"Grüße"}', { ttlSeconds: 60, topic: 'abc' });
  expect(headers).toMatchObject({ ttl: '60', topic: 'abc', urgency: 'high', 'content-encoding': 'aes128gcm' });
  await fetch(device.endpoint, { method: 'POST', headers, body: Buffer.from(body) });
  const [got] = service.to(device);
  expect(got?.content).toEqual({ title: 'Grüße' });
  const claims = await service.sender(got ?? expect.fail(), push.publicKey);
  expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:operator@tidings.example' });
  expect(claims.exp).toBeLessThanOrEqual(Date.now() / 1_000 + 86_400);
});

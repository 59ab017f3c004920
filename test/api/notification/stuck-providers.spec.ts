import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNotificationTenant, type NotificationTenant } from '../../fixtures/notifications.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { type ATwilio, aTwilio } from '../../support/servers/twilio-server.js';
import { aReceiver } from '../../support/servers/webhook-receiver.js';

const LATE_MS = 3_000;
const STUCK = ['one', 'two', 'three', 'four', 'five'];

let tidings: Tidings;
let twilio: ATwilio;
const [mute, quick] = await Promise.all([aReceiver(() => () => undefined), aReceiver()]);
beforeAll(async () => {
  twilio = await aTwilio();
  tidings = await startTidings({
    OUTBOUND_ALLOW: '127.0.0.0/8',
    PUBLIC_URL: 'https://tidings.example',
    TWILIO_BASE_URL: twilio.url,
  });
});
afterAll(async () => {
  await Promise.all([mute.close(), quick.close(), twilio.close()]);
  await tidings.close();
});

async function reachable(name: string, endpoint: string): Promise<NotificationTenant> {
  const tenant = await createNotificationTenant(tidings, name);
  const { mustCall } = tenant.owner;
  const settings = { account_sid: `AC${name}`, account_auth_token: 'token', phone_number: '+4930111' };
  await mustCall('PUT', '/sms/twilio/settings', settings);
  await mustCall('POST', '/webhooks/features', { webhook_type: 'conversation.created', enabled: true });
  await mustCall('PUT', '/webhook-settings', { endpoint_url: endpoint });
  return tenant;
}

test('five tenants whose SMS provider and endpoint never answer delay no SMS and no webhook of another', async () => {
  for (const name of STUCK) twilio.behave('stall', `AC${name}`);
  const sms = (id: string, tenant: NotificationTenant) =>
    tenant.notify(id, { participant_ids: ['gerda'], channels: ['SMS'] });
  for (const name of STUCK) {
    const tenant = await reachable(name, mute.url);
    for (let n = 0; n < 10; n++) await sms(await tenant.openCase(), tenant);
  }
  await mute.until(40);
  await expect.poll(() => twilio.asked.length).toBeGreaterThanOrEqual(STUCK.length);
  const acme = await reachable('acme', quick.url);
  const begunMs = performance.now();
  await sms(await acme.openCase(), acme);
  await quick.until(1);
  await expect.poll(() => twilio.taken.map(({ account }) => account)).toEqual(['ACacme']);
  expect(performance.now() - begunMs).toBeLessThan(LATE_MS);
});

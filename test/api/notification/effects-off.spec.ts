import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNotificationTenant } from '../../fixtures/notifications.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { aMailServer } from '../../support/servers/mail-server.js';
import { aTwilio } from '../../support/servers/twilio-server.js';
import { aReceiver } from '../../support/servers/webhook-receiver.js';
import { until } from '../../support/until.js';

let tidings: Tidings;
const [mails, twilio, receiver] = await Promise.all([aMailServer(), aTwilio(), aReceiver()]);
beforeAll(async () => {
  tidings = await startTidings({
    EFFECTS: 'off',
    OUTBOUND_ALLOW: '127.0.0.0/8',
    SMTP_URL: mails.url,
    TWILIO_BASE_URL: twilio.url,
  });
});
afterAll(async () => {
  await Promise.all([mails.close(), twilio.close(), receiver.close()]);
  await tidings.close();
});

test('with EFFECTS=off nothing leaves the deployment', async () => {
  const acme = await createNotificationTenant(tidings, 'acme');
  const { mustCall } = acme.owner;
  const account = { account_sid: 'AC1', account_auth_token: 'token', phone_number: '+4930111' };
  await mustCall('PUT', '/sms/twilio/settings', account);
  await mustCall('POST', '/webhooks/features', { webhook_type: 'conversation.created', enabled: true });
  await mustCall('PUT', '/webhook-settings', { endpoint_url: receiver.url });
  const id = await acme.openCase();
  await acme.notify(id, { participant_ids: ['gerda'] });
  expect((await acme.settled(id)).map(({ channel, status }) => [channel, status]).sort()).toEqual([
    ['EMAIL', 'SENT'],
    ['SMS', 'SENT'],
  ]);
  await mustCall('POST', '/webhook-settings/test');
  const deliveries = await until(
    async () => (await mustCall('GET', '/webhooks/deliveries')).body.deliveries,
    (all: readonly { status: string }[]) => all.length === 2 && all.every(({ status }) => status !== 'PENDING'),
  );
  expect(deliveries).toMatchObject([
    { status: 'CANCELLED', attempts: [] },
    { status: 'CANCELLED', attempts: [] },
  ]);
  expect([mails.taken, twilio.asked, receiver.received]).toEqual([[], [], []]);
});

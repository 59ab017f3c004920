import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenIn } from '../../fixtures/password-mails.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { type AMailServer, aMailServer } from '../../support/servers/mail-server.js';
import { until } from '../../support/until.js';

let mails: AMailServer;
let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  mails = await aMailServer();
  tidings = await startTidings({ SMTP_URL: mails.url, RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'acme');
});
afterAll(async () => {
  await tidings.close();
  await mails.close();
});

const email = 'ben@acme.example';
const toBen = () => mails.taken.filter(({ to }) => to[0] === email);

test('an invitation that was not sent yet gives way to a later one', async () => {
  await until(() => mails.taken.length > 0);
  mails.behave('letter-later');
  const { body } = await acme.owner.mustCall('POST', '/users', { email });
  await until(() => mails.mails >= 2);
  await acme.owner.mustCall('POST', `/users/${body.id}/invitation`);
  await until(() => mails.mails >= 3);
  mails.behave('take');
  await until(() => toBen().length > 0);
  // By then the other one is due, too.
  await sleep(3_000);
  expect(toBen()).toHaveLength(1);
  const answer = await tidings.call('POST', `/auth/${acme.tenantId}/password-reset/set`, {
    body: { email, password: 'a loud yellow mountain', token: tokenIn(toBen()[0]?.text ?? '') },
  });
  expect(answer.status).toBe(204);
}, 30_000);

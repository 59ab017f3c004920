import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { hasProvenOwner } from '../../../src/modules/people/user/application/proven-owner.js';
import { DOCUMENT_STORE } from '../../../src/ports/stores/document-store.js';
import { createNotificationTenant, type NotificationTenant, summary } from '../../fixtures/notifications.js';
import { linkIn, tokenIn } from '../../fixtures/password-mails.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { type AMailServer, aMailServer } from '../../support/servers/mail-server.js';
import { until } from '../../support/until.js';

let mails: AMailServer;
let tidings: Tidings;
let acme: NotificationTenant;
let token = '';
beforeAll(async () => {
  mails = await aMailServer();
  tidings = await startTidings({ SMTP_URL: mails.url });
  acme = await createNotificationTenant(tidings, 'acme');
});
afterAll(async () => {
  await tidings.close();
  await mails.close();
});

const confirm = (given: string, tenantId = acme.tenantId) =>
  tidings.call('POST', `/auth/${tenantId}/email/confirm`, { body: { token: given } });
const notifyMax = async () => {
  const id = await acme.openCase();
  await acme.notify(id, { participant_ids: ['max'], channels: ['EMAIL'] });
  return summary(await acme.settled(id));
};
const isProven = (tenantId: string) =>
  hasProvenOwner(tidings.app.get(CommandRunner), tidings.app.get(DOCUMENT_STORE), tenantId);
const mailsTo = (email: string) => mails.taken.filter(({ to }) => to[0]?.toLowerCase() === email);

test('a sign-up gets a mail with a link, and nothing in it that the tenant chose', async () => {
  await until(
    () => mailsTo('olga@acme.example'),
    (found) => found.length === 1,
  );
  const text = mailsTo('olga@acme.example')[0]?.text ?? '';
  token = tokenIn(text);
  expect(token).not.toBe('');
  expect(linkIn(text)).toContain(`/app/email?tenant=${acme.tenantId}#token=`);
  expect(text).not.toContain('Acme');
});

test('until an owner follows the link, mails go to users of the tenant alone', async () => {
  expect(await notifyMax()).toEqual(['max EMAIL FAILED owner_unproven']);
  await acme.owner.mustCall('POST', '/users', { email: 'max@client.example', role: 'USER' });
  await until(
    () => mailsTo('max@client.example'),
    (found) => found.length === 1,
  );
  expect(await notifyMax()).toEqual(['max EMAIL SENT']);
});

test('the link counts for its tenant alone and proves the owner', async () => {
  const other = await createNotificationTenant(tidings, 'other');
  for (const wrong of [`${token.slice(0, -2)}AA`, 'x']) expect((await confirm(wrong)).status).toBe(400);
  expect((await confirm(token, other.tenantId)).status).toBe(400);
  expect((await confirm(token)).status).toBe(204);
  expect((await confirm(token)).status).toBe(204);
  const id = await acme.openCase();
  await acme.notify(id, { participant_ids: ['gerda'], channels: ['EMAIL'] });
  expect(summary(await acme.settled(id))).toEqual(['gerda EMAIL SENT']);
});

test('a link that sets a password proves the address too', async () => {
  const beta = await createNotificationTenant(tidings, 'beta');
  expect(await isProven(beta.tenantId)).toBe(false);
  await tidings.call('POST', `/auth/${beta.tenantId}/password-reset`, { body: { email: 'olga@acme.example' } });
  const found = () => mailsTo('olga@acme.example').find(({ text }) => text.includes('/reset?'));
  await until(found);
  const body = { email: 'olga@acme.example', password: 'another Passw0rd', token: tokenIn(found()?.text ?? '') };
  const set = await tidings.call('POST', `/auth/${beta.tenantId}/password-reset/set`, { body });
  expect(set.status).toBe(204);
  expect(await isProven(beta.tenantId)).toBe(true);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { createNotificationTenant, type NotificationTenant, summary } from '../../fixtures/notifications.js';
import { proveOwner } from '../../fixtures/proven-owner.js';
import { form } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';
import { type AMailServer, aMailServer } from '../../support/servers/mail-server.js';
import { type ATwilio, aTwilio, twilioSignature } from '../../support/servers/twilio-server.js';

const PUBLIC_URL = 'https://tidings.example';
const TOKEN = 'token-that-nobody-may-see';

let mails: AMailServer;
let twilio: ATwilio;
let tidings: Tidings;
let acme: NotificationTenant;
beforeAll(async () => {
  mails = await aMailServer();
  twilio = await aTwilio();
  tidings = await startTidings({ PUBLIC_URL, SMTP_URL: mails.url, TWILIO_BASE_URL: twilio.url });
  acme = await createNotificationTenant(tidings, 'acme');
  await proveOwner(tidings, acme.tenantId, mails);
  await acme.owner.mustCall('PATCH', '/tenant', { name: 'Acme Service' });
  const settings = { account_sid: 'AC12', account_auth_token: TOKEN, phone_number: '+4930111' };
  await acme.owner.mustCall('PUT', '/sms/twilio/settings', settings);
});
afterAll(async () => {
  await closeAudited(tidings);
  await mails.close();
  await twilio.close();
});

const gerda = (id: string) => `/conversations/${id}/participants/gerda`;
async function notified(id: string, channel: 'SMS' | 'EMAIL'): Promise<string | undefined> {
  await acme.notify(id, { participant_ids: ['gerda'], channels: [channel] });
  return summary(await acme.settled(id))[0];
}
/** A header of a mail, unfolded. */
const header = (mail: string, name: string): string | undefined =>
  new RegExp(`^${name}:\\s*(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(mail)?.[1]?.replace(/\r?\n[ \t]/g, ' ');
const lastMail = () => mails.taken.at(-1)?.text ?? '';

describe('a number that opted out', () => {
  test('is suppressed in every conversation of the tenant, until the number changes', async () => {
    const [id, other] = [await acme.openCase(), await acme.openCase()];
    twilio.behave('opted-out');
    expect(await notified(id, 'SMS')).toBe('gerda SMS SUPPRESSED opted_out');
    twilio.behave('take');
    const before = twilio.asked.length;
    expect(await notified(other, 'SMS')).toBe('gerda SMS SUPPRESSED opted_out');
    expect(twilio.asked).toHaveLength(before);
    const { id: first } = (await acme.notifications(id))[0] ?? expect.fail();
    expect((await acme.owner.call('POST', `/notifications/${first}/resend`)).status).toBe(409);
    await acme.owner.mustCall('PATCH', gerda(id), { phone_number: '+4930223' });
    expect(await notified(id, 'SMS')).toBe('gerda SMS SENT');
    await acme.owner.mustCall('PATCH', gerda(id), { phone_number: '+4930222' });
    expect(await notified(id, 'SMS')).toBe('gerda SMS SUPPRESSED opted_out');
  });

  test('is known by the status that the provider reports later', async () => {
    const id = await acme.openCase();
    await acme.owner.mustCall('PATCH', gerda(id), { phone_number: '+4930444' });
    expect(await notified(id, 'SMS')).toBe('gerda SMS SENT');
    const url = twilio.asked.at(-1)?.form.StatusCallback ?? '';
    const told = { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '21610', To: '+4930444' };
    const { raw, headers } = form(told);
    const signed = { ...headers, 'x-twilio-signature': twilioSignature(TOKEN, url, told) };
    await tidings.call('POST', url.slice(`${PUBLIC_URL}/api/v1`.length), { raw, headers: signed });
    expect(summary(await acme.notifications(id))).toEqual(['gerda SMS SUPPRESSED opted_out']);
    expect(await notified(id, 'SMS')).toBe('gerda SMS SUPPRESSED opted_out');
  });
});

describe('mails of a conversation', () => {
  test('are one thread, from the tenant', async () => {
    const [id, other] = [await acme.openCase(), await acme.openCase()];
    const sent: string[] = [];
    for (const each of [id, id, other]) {
      expect(await notified(each, 'EMAIL')).toBe('gerda EMAIL SENT');
      sent.push(lastMail());
    }
    const [first, second, third] = sent.map((mail) => header(mail, 'References'));
    expect(first).toMatch(/^<conversation-[0-9a-f]{32}@tidings\.example>$/);
    expect([second, third === first]).toEqual([first, false]);
    expect(header(sent[0] ?? '', 'In-Reply-To')).toBe(first);
    expect(new Set(sent.map((mail) => header(mail, 'Message-ID'))).size).toBe(3);
    expect(header(sent[0] ?? '', 'From')).toBe('Acme Service <no-reply@tidings.example>');
    expect(mails.taken.at(-1)?.from).toBe('no-reply@tidings.example');
  });

  test('are not sent to who has the conversation open', async () => {
    const id = await acme.openCase();
    await acme.owner.mustCall('POST', `${gerda(id)}/activity`, { activity: 'HAS_CONVERSATION_OPEN' });
    expect(await notified(id, 'EMAIL')).toBe('gerda EMAIL SUPPRESSED conversation_open');
  });
});

describe('the unsubscribe link of a mail', () => {
  const linkOf = (mail: string) => header(mail, 'List-Unsubscribe')?.replace(/^<(.*)>$/, '$1') ?? '';
  const at = (link: string) => `${tidings.url}${link.slice(PUBLIC_URL.length)}`;

  test('asks, and unsubscribes on POST alone, until the address changes', async () => {
    const [id, other] = [await acme.openCase(), await acme.openCase()];
    await notified(id, 'EMAIL');
    const link = linkOf(lastMail());
    expect(header(lastMail(), 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    const page = await fetch(at(link), { headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': 'de' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const html = await page.text();
    expect(html).toContain('E-Mails von Acme Service zu dieser Unterhaltung');
    expect(html).toContain('<form method="post">');
    expect(await notified(id, 'EMAIL')).toBe('gerda EMAIL SENT');

    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(at(link), { method: 'POST', body })).status).toBe(200);
    expect(await notified(id, 'EMAIL')).toBe('gerda EMAIL SUPPRESSED unsubscribed');
    expect(await notified(other, 'EMAIL')).toBe('gerda EMAIL SENT');
    await acme.owner.mustCall('PATCH', gerda(id), { email: 'new@client.example' });
    expect(await notified(id, 'EMAIL')).toBe('gerda EMAIL SENT');
  });

  test('takes each form of the one click, and an empty body', async () => {
    const multipart = new FormData();
    multipart.set('List-Unsubscribe', 'One-Click');
    for (const body of [multipart, undefined]) {
      const id = await acme.openCase();
      await notified(id, 'EMAIL');
      const answer = await fetch(at(linkOf(lastMail())), { method: 'POST', ...(body ? { body } : {}) });
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('no more e-mails')]);
      expect(await notified(id, 'EMAIL')).toBe('gerda EMAIL SUPPRESSED unsubscribed');
    }
  });

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'takes no body over 64 KiB, as %s',
    async (type) => {
      const id = await acme.openCase();
      await notified(id, 'EMAIL');
      const of = (bytes: number) =>
        fetch(at(linkOf(lastMail())), { method: 'POST', headers: { 'content-type': type }, body: 'a'.repeat(bytes) });
      const refused = await of(limits.formBytes + 1);
      const { code } = (await refused.json()) as { code: string };
      expect([refused.status, code]).toEqual([413, 'errors.body.too_large']);
      expect(await notified(id, 'EMAIL')).toBe('gerda EMAIL SENT');
      expect((await of(limits.formBytes)).status).toBe(200);
    },
  );

  test('that is forged leads nowhere', async () => {
    const id = await acme.openCase();
    await notified(id, 'EMAIL');
    const [text = '', digest = ''] = linkOf(lastMail()).split('/').at(-1)?.split('.') ?? [];
    const forged = Buffer.from(JSON.stringify([acme.tenantId, 'other'])).toString('base64url');
    for (const token of [`${forged}.${digest}`, text, `${text}.x`, `${text}.${digest}.x`]) {
      const path = `/notifications/unsubscribe/${token}`;
      expect((await tidings.call('GET', path)).status).toBe(404);
      expect((await tidings.call('POST', path)).status).toBe(404);
    }
    expect(await notified(id, 'EMAIL')).toBe('gerda EMAIL SENT');
  });
});

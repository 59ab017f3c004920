import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOGGER, type Logger } from '../../../src/ports/process/logger.js';
import { createNotificationTenant, type NotificationTenant, summary } from '../../fixtures/notifications.js';
import { proveOwner } from '../../fixtures/proven-owner.js';
import { exchangeKey, form } from '../../fixtures/tokens.js';
import { closeApp, startTidings, type Tidings } from '../../support/api.js';
import { isEmbeddedRun } from '../../support/engines.js';
import { type AMailServer, aMailServer } from '../../support/servers/mail-server.js';
import { type ATwilio, aTwilio, twilioSignature } from '../../support/servers/twilio-server.js';

const PUBLIC_URL = 'https://tidings.example';
const TOKEN = 'token-that-nobody-may-see';

let mails: AMailServer;
let twilio: ATwilio;
let tidings: Tidings;
/** What was logged. */
const said: unknown[] = [];
let acme: NotificationTenant;
beforeAll(async () => {
  mails = await aMailServer();
  twilio = await aTwilio();
  const MAIL_FROM = 'Acme <post@acme.example>';
  tidings = await startTidings({ PUBLIC_URL, MAIL_FROM, SMTP_URL: mails.url, TWILIO_BASE_URL: twilio.url });
  const logger = tidings.app.get<Logger>(LOGGER);
  logger.warn = logger.error = (fields, message) => void said.push([fields, message]);
  acme = await createNotificationTenant(tidings, 'acme');
  await proveOwner(tidings, acme.tenantId, mails);
  const settings = { account_sid: 'AC12', account_auth_token: TOKEN, phone_number: '+4930111' };
  await acme.owner.call('PUT', '/sms/twilio/settings', settings);
});
afterAll(async () => {
  await tidings.close();
  await mails.close();
  await twilio.close();
});

const gerda = { participant_ids: ['gerda'] };

describe('an SMS', () => {
  const status = (url: string, told: Readonly<Record<string, string>>, secret = TOKEN) => {
    const { raw, headers } = form(told);
    const signed = { ...headers, 'x-twilio-signature': twilioSignature(secret, url, told) };
    return tidings.call('POST', url.slice(`${PUBLIC_URL}/api/v1`.length), { raw, headers: signed });
  };
  const sent = async () => {
    const id = await acme.openCase();
    await acme.notify(id, { ...gerda, channels: ['SMS'] });
    await acme.settled(id);
    return { id, url: twilio.asked.at(-1)?.form.StatusCallback ?? '' };
  };

  test('goes to the provider, from its number', async () => {
    const { id } = await sent();
    expect(summary(await acme.notifications(id))).toEqual(['gerda SMS SENT']);
    expect(twilio.taken.at(-1)).toMatchObject({ account: 'AC12', form: { To: '+4930222', From: '+4930111' } });
    expect(twilio.taken.at(-1)?.form.Body).toContain('https://acme-client.tidings.example/c#auth_key=');
  });

  test('has at most 1,600 characters, its link among them', async () => {
    const parameters = [{ name: 'url', kind: 'APP_URL' }];
    const texts = { de: `${'Wort '.repeat(800)}{{ url }}` };
    await acme.owner.call('POST', '/message_templates', { name: 'long', kind: 'TEXT', texts, parameters });
    const named = (name: string | null) =>
      acme.owner.call('PATCH', '/conversation-types/support', {
        message_templates: name && { NOTIFY_PARTICIPANTS_VIA_SMS: name },
      });
    await named('long');
    await sent();
    await named(null);
    const body = twilio.taken.at(-1)?.form.Body ?? '';
    expect(body).toMatch(/^(Wort )+Wort\.\.\. https:\/\/acme-client\.tidings\.example\/c#auth_key=[A-Za-z0-9_-]{22}$/);
    expect(body.length).toBeLessThanOrEqual(1_600);
    expect(body.length).toBeGreaterThan(1_590);
    expect((await exchangeKey(tidings, acme.tenantId, body.slice(-22))).status).toBe(200);
  });

  test('that the provider cannot deliver is failed later, and stays so', async () => {
    const { id, url } = await sent();
    const answer = await status(url, { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30005' });
    expect(answer.status).toBe(204);
    await status(url, { MessageSid: 'SM1', MessageStatus: 'sent' });
    expect(summary(await acme.notifications(id))).toEqual(['gerda SMS FAILED twilio_30005']);
  });

  test('of which no answer came is unknown, asked for once, and sent once the provider says so', async () => {
    twilio.behave('take-and-die');
    const before = twilio.taken.length;
    const { id, url } = await sent();
    twilio.behave('take');
    expect(summary(await acme.notifications(id))).toEqual(['gerda SMS UNKNOWN no_clear_answer']);
    expect(twilio.taken.length).toBe(before + 1);
    await status(url, { MessageSid: 'SM1', MessageStatus: 'delivered' });
    expect(summary(await acme.notifications(id))).toEqual(['gerda SMS SENT']);
  });

  test('the provider refuses is failed, with its number for why', async () => {
    twilio.behave('refuse');
    const { id } = await sent();
    twilio.behave('take');
    expect(summary(await acme.notifications(id))).toEqual(['gerda SMS FAILED twilio_21211']);
  });

  test('is told of by the provider alone', async () => {
    const { id, url } = await sent();
    const told = { MessageStatus: 'failed', ErrorCode: '30005' };
    expect((await status(url, told, 'another secret')).status).toBe(403);
    const { raw, headers } = form(told);
    const path = url.slice(`${PUBLIC_URL}/api/v1`.length);
    const signed = { ...headers, 'x-twilio-signature': twilioSignature(TOKEN, url, told) };
    expect((await tidings.call('POST', `${path}abcd`, { raw, headers: signed })).status).toBe(403);
    expect((await tidings.call('POST', path, { raw, headers })).status).toBe(403);
    const token = Buffer.from(`${acme.tenantId}case.1.0.none`).toString('base64url');
    expect((await status(`${PUBLIC_URL}/api/v1/sms/twilio/status/${token}`, told)).status).toBe(404);
    expect(summary(await acme.notifications(id))).toEqual(['gerda SMS SENT']);
  });
});

describe('a mail', () => {
  const sent = async () => {
    const id = await acme.openCase();
    await acme.notify(id, { ...gerda, channels: ['EMAIL'] });
    return summary(await acme.settled(id));
  };

  test('goes to the server, from whom the deployment says', async () => {
    expect(await sent()).toEqual(['gerda EMAIL SENT']);
    expect(mails.taken.at(-1)).toMatchObject({ from: 'post@acme.example', to: ['gerda@client.example'] });
    expect(mails.taken.at(-1)?.text).toContain('From: Acme <post@acme.example>');
  });

  test('that is refused is failed; one whose answer is lost is unknown and not sent again', async () => {
    mails.behave('refuse');
    expect(await sent()).toEqual(['gerda EMAIL FAILED smtp_550']);
    mails.behave('take-and-die');
    const before = mails.taken.length;
    expect(await sent()).toEqual(['gerda EMAIL UNKNOWN no_clear_answer']);
    mails.behave('take');
    await sent();
    expect(mails.taken.length).toBe(before + 2);
  });
});

describe('what is kept', () => {
  test('holds no secret, no address and no text of what was sent', async () => {
    if (!isEmbeddedRun()) return;
    const files = readdirSync(tidings.dataDir).filter((name) => /\.db(-wal)?$/.test(name));
    const bytes = files.map((name) => readFileSync(join(tidings.dataDir, name), 'latin1')).join('');
    expect(bytes).toContain('AC12');
    expect(bytes).not.toContain(TOKEN);
    expect(bytes).not.toContain('#auth_key=');
    const keys = twilio.taken.map(({ form }) => form.Body?.split('#auth_key=')[1] ?? '');
    expect(keys[0]).toHaveLength(22);
    for (const key of keys) expect(bytes).not.toContain(key);
    const operations = files
      .filter((name) => name.startsWith('operational'))
      .map((name) => readFileSync(join(tidings.dataDir, name), 'latin1'));
    expect(operations).not.toEqual([]);
    expect(operations.join('')).not.toContain('gerda@client.example');
  });

  test('in the log are ids and codes, and nobody’s name or address', () => {
    const log = JSON.stringify(said, (_, value) =>
      value instanceof Error ? `${value.message} ${value.stack}` : value,
    );
    for (const reason of ['smtp_550', 'twilio_21211', 'The result of sending is unknown'])
      expect(log).toContain(reason);
    for (const secret of ['client.example', '4930222', TOKEN, 'auth_key', 'Gerda']) expect(log).not.toContain(secret);
  });

  test('is not sent again when the read models are built anew', async () => {
    if (!isEmbeddedRun()) return;
    const { dataDir } = tidings;
    const [beforeMails, beforeSms] = [mails.mails, twilio.asked.length];
    const all = await acme.notifications('case-1');
    await closeApp(tidings.app);
    for (const name of readdirSync(dataDir).filter((each) => each.startsWith('read.db'))) rmSync(join(dataDir, name));
    const rebuilt = await startTidings({ PUBLIC_URL, SMTP_URL: mails.url, TWILIO_BASE_URL: twilio.url }, dataDir);
    const read = () => rebuilt.call('GET', '/conversations/case-1/notifications', { token: acme.owner.token });
    expect((await read()).body.notifications).toEqual(all);
    expect([mails.mails, twilio.asked.length]).toEqual([beforeMails, beforeSms]);
    tidings = rebuilt;
  });
});

test('a mail to a server that is busy waits, and says so', async () => {
  const service = await startTidings({ LOG_LEVEL: 'silent', SMTP_URL: mails.url });
  const busy = await createNotificationTenant(service, 'busy');
  await proveOwner(service, busy.tenantId, mails);
  mails.behave('later');
  const id = await busy.openCase();
  await busy.notify(id, { ...gerda, channels: ['EMAIL'] });
  const isTold = async () => summary(await busy.notifications(id))[0] === 'gerda EMAIL QUEUED smtp_450';
  while (!(await isTold())) await new Promise((resolve) => setTimeout(resolve, 10));
  await service.close();
});

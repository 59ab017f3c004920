import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createNotificationTenant,
  type Notification,
  type NotificationTenant,
  outboxFiles,
  summary,
} from '../../fixtures/notifications.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: NotificationTenant;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createNotificationTenant(tidings, 'acme');
});
afterAll(() => tidings.close());

const fileOf = ({ id, channel }: Notification) =>
  outboxFiles(tidings).get(`${id}.${channel === 'SMS' ? 'json' : 'eml'}`);
const decoded = (mail: string) => {
  const [, body = ''] = mail.split('\r\n\r\n');
  return mail.includes('Content-Transfer-Encoding: base64')
    ? Buffer.from(body, 'base64').toString()
    : body
        .replaceAll('=\r\n', '')
        .replace(/(=[0-9A-F]{2})+/g, (hex) => Buffer.from(hex.replaceAll('=', ''), 'hex').toString());
};

describe('notifying participants', () => {
  test('reaches every client by each way they have, and says why not', async () => {
    const id = await acme.openCase();
    const { status, headers, body } = await acme.notify(id);
    expect([status, headers.get('location')]).toEqual([202, `/api/v1/conversations/${id}/notifications`]);
    const reached = ['gerda SMS', 'gerda EMAIL', 'max SMS', 'max EMAIL', 'nils SMS', 'nils EMAIL'];
    expect(body.notifications.map((each: Notification) => `${each.participant_id} ${each.channel}`)).toEqual(reached);
    expect(summary(await acme.settled(id))).toEqual([
      'gerda SMS SENT',
      'gerda EMAIL SENT',
      'max SMS SUPPRESSED no_phone_number',
      'max EMAIL SENT',
      'nils SMS SUPPRESSED no_phone_number',
      'nils EMAIL SUPPRESSED no_email',
    ]);
  });

  test('writes an SMS and a mail in the receiver’s language, with a link that opens their conversation', async () => {
    const id = await acme.openCase();
    const { body } = await acme.notify(id, { participant_ids: ['gerda', 'max'] });
    const [sms, mail, , english] = body.notifications as Notification[] as [
      Notification,
      Notification,
      Notification,
      Notification,
    ];
    expect(await acme.settled(id)).toHaveLength(4);
    const written = JSON.parse(fileOf(sms) ?? '');
    expect(written).toEqual({
      channel: 'SMS',
      from: 'Tidings',
      to: '+4930222',
      text: expect.stringMatching(/^Sie haben eine neue Nachricht: http:\/\/127.0.0.1:3000\/c\?tenant=/),
      at: sms.at,
    });
    const exchanged = await acme.exchange(written.text);
    const me = await tidings.call('GET', '/client-participant/me', { token: exchanged.body.access_token });
    expect([me.body.id, me.body.conversation_id]).toEqual(['gerda', id]);
    const letter = fileOf(mail) ?? '';
    expect(letter).toContain('From: Acme <no-reply@127.0.0.1>');
    expect(letter).toContain('To: gerda@client.example');
    expect(letter).toContain('Subject: Neue Nachricht von Acme');
    expect(decoded(letter)).toContain('es gibt eine neue Nachricht für Sie');
    expect(fileOf(english)).toContain('Subject: New message from Acme');
    expect([sms.language, english.language]).toEqual(['de', 'en']);
    expect([sms.template_name, english.template_name]).toEqual(['system_notify_sms', 'system_notify_email']);
  });

  test('takes template and sender of the conversation’s type', async () => {
    await acme.owner.call('POST', '/message_templates', {
      name: 'own',
      kind: 'TEXT',
      texts: { en: 'Hello {{ who }}' },
      parameters: [{ name: 'who', kind: 'CONVERSATION_DATA', value_path: 'who' }],
    });
    const made = await acme.owner.call('POST', '/conversation-types', {
      id: 'own',
      conversation_data_list_item_template: '',
      sms_sender_id: 'Acme Inc',
      message_templates: { NOTIFY_PARTICIPANTS_VIA_SMS: 'own' },
    });
    expect(made.status, made.text).toBe(201);
    const participants = [{ id: 'gerda', kind: 'CLIENT', display_name: 'G', phone_number: '+4930222' }];
    await acme.owner.call('POST', '/conversations', {
      id: 'own',
      conversation_type_id: 'own',
      conversation_data: { who: 'Ada & Co' },
      participants,
    });
    await acme.notify('own', { channels: ['SMS'] });
    const [sms] = await acme.settled('own');
    expect(sms).toMatchObject({ template_name: 'own', language: 'en' });
    expect(JSON.parse(fileOf(sms as Notification) ?? '')).toMatchObject({ from: 'Acme Inc', text: 'Hello Ada & Co' });
  });

  test('is for clients: a user is named, and told why not', async () => {
    const id = await acme.openCase();
    const user = await acme.owner.call('POST', `/conversations/${id}/participants`, {
      kind: 'USER',
      user_id: acme.owner.id,
    });
    await acme.notify(id, { participant_ids: [user.body.id, user.body.id], channels: ['EMAIL'] });
    expect(summary(await acme.notifications(id))).toEqual([`${user.body.id} EMAIL SUPPRESSED not_a_client`]);
  });

  test('with the same Idempotency-Key notifies nobody twice', async () => {
    const id = await acme.openCase();
    const headers = { 'idempotency-key': 'once' };
    const first = await acme.notify(id, {}, headers);
    const again = await acme.notify(id, {}, headers);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await acme.settled(id)).toHaveLength(6);
  });

  const wrong: readonly (readonly [string, object, readonly string[]])[] = [
    ['an unknown participant', { participant_ids: ['gerda', 'nobody'] }, ['participant_ids.1 errors.field.reference']],
    ['nobody', { participant_ids: [] }, ['participant_ids errors.field.count']],
    ['no way', { channels: [] }, ['channels errors.field.count']],
    ['another way', { channels: ['FAX'] }, ['channels errors.field.choice']],
    ['more than is asked', { text: 'x' }, ['text errors.field.unknown']],
  ];
  test.each(wrong)('refuses %s', async (_, asked, fieldErrors) => {
    const id = await acme.openCase();
    const { status, body } = await acme.notify(id, asked);
    expect(status).toBe(400);
    expect(body.errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)).toEqual(fieldErrors);
    expect(await acme.notifications(id)).toEqual([]);
  });

  test('knows no conversation that is not there', async () => {
    expect((await acme.notify('none')).status).toBe(404);
    expect((await acme.owner.call('GET', '/conversations/none/notifications')).status).toBe(404);
  });
});

describe('the decisions of a conversation', () => {
  test('are listed newest first, by pages', async () => {
    const id = await acme.openCase();
    const calls: string[][] = [];
    for (let n = 0; n < 3; n++) {
      const { body } = await acme.notify(id, { participant_ids: ['nils'] });
      calls.push(body.notifications.map((each: Notification) => each.id));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const expected = calls.reverse().flat();
    const all = await acme.owner.call('GET', `/conversations/${id}/notifications`);
    expect(all.body).toMatchObject({ has_more: false, total_elements: 6, offset: 0 });
    expect(all.body.notifications.map((each: Notification) => each.id)).toEqual(expected);
    expect((await acme.notifications(id, '?offset=4')).map((each) => each.id)).toEqual(expected.slice(4));
    const paged: string[] = [];
    for (let query = '?limit=4'; query !== ''; ) {
      const { body } = await acme.owner.call('GET', `/conversations/${id}/notifications${query}`);
      paged.push(...body.notifications.map((each: Notification) => each.id));
      query = body.next_cursor ? `?limit=4&cursor=${body.next_cursor}` : '';
    }
    expect(paged).toEqual(expected);
  });
});

test('everything in memory: what would be sent is forgotten, and said to be sent', async () => {
  const memory = await startTidings({ LOG_LEVEL: 'silent' }, ':memory:');
  try {
    const own = await createNotificationTenant(memory, 'memo');
    const id = await own.openCase();
    await own.notify(id, { participant_ids: ['gerda'] });
    expect(summary(await own.settled(id))).toEqual(['gerda SMS SENT', 'gerda EMAIL SENT']);
  } finally {
    await memory.close();
  }
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { requestedHead } from '../../support/given/tenant-log.js';

let tidings: Tidings;
let acme: Tenant;
const PATH = '/message_templates';
const data = (name: string, value_path: string) => ({ name, kind: 'CONVERSATION_DATA', value_path });
const text = (en: string, ...parameters: object[]) => ({ kind: 'TEXT', texts: { en }, parameters });
const head = () => requestedHead(tidings);

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'rendering');
  await acme.conversation('c1', {
    conversation_data: { customer: { name: 'Ann', tags: ['new', { a: 1 }] }, long: 'word '.repeat(2000), none: null },
    participants: [
      { id: 'anna', kind: 'CLIENT', display_name: 'Anna', preferred_language: 'de' },
      { id: 'bert', kind: 'CLIENT', display_name: 'Bert' },
      { id: 'olga', kind: 'USER', user_id: acme.owner.id },
    ],
  });
});
afterAll(() => tidings.close());

const put = (name: string, body: object) => acme.owner.call('PUT', `${PATH}/${name}`, body);
const ask = (name: string, body: object = {}) =>
  acme.owner.call('POST', `${PATH}/${name}/render`, { conversation_id: 'c1', ...body });
async function rendered(body: object, asked: object = {}) {
  await put('shown', body);
  const answer = await ask('shown', asked);
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('a preview', () => {
  test('fills in the data of the conversation', async () => {
    const en = 'Hi {{ who }}, {{ first }}: {{tags}} {{ none }}!';
    const parameters = [
      data('who', 'customer.name'),
      data('first', 'customer.tags.0'),
      data('tags', 'customer.tags'),
      data('none', 'none'),
    ];
    expect(await rendered(text(en, ...parameters))).toEqual({
      text: 'Hi Ann, new: ["new",{"a":1}] !',
      language: 'en',
      missing: [],
      sms_segments: 1,
    });
  });
  test('leaves empty what is missing, and names it', async () => {
    const parameters = [data('b', 'customer.nobody'), data('a', 'customer.name.length'), data('c', 'nope')];
    expect(await rendered(text('<{{ a }}{{ b }}{{ a }}>', ...parameters))).toEqual({
      text: '<>',
      language: 'en',
      missing: ['a', 'b'],
      sms_segments: 1,
    });
  });
  test('finds nothing in a conversation without data, and large data as well', async () => {
    await put('large', text('{{ a }}', data('a', 'a.1')));
    await acme.conversation('bare');
    await acme.conversation('large', { conversation_data: { a: ['x'.repeat(200_000), 'here'] } });
    expect((await ask('large', { conversation_id: 'bare' })).body).toMatchObject({ text: '', missing: ['a'] });
    expect((await ask('large', { conversation_id: 'large' })).body).toMatchObject({ text: 'here', missing: [] });
  });
  test('shows the moment in UTC; there is no workflow and no error', async () => {
    const kinds = ['CURRENT_TIMESTAMP', 'WORKFLOW_ID', 'ERROR'].map((kind) => ({ name: kind, kind }));
    const { text: shown, missing } = await rendered(text('{{CURRENT_TIMESTAMP}}|{{WORKFLOW_ID}}|{{ERROR}}', ...kinds));
    const [moment, ...rest] = shown.split('|');
    expect([rest, missing]).toEqual([['', ''], []]);
    expect(moment).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Math.abs(Date.parse(moment) - Date.now())).toBeLessThan(60_000);
  });
  test('ends at a word where it would be too long', async () => {
    const { text: shown } = await rendered(text('{{ long }}', data('long', 'long')));
    expect(shown).toBe(`${'word '.repeat(819).trim()}…`);
    expect([...shown].length).toBeLessThanOrEqual(4096);
  });
  test('leaves nothing in the log', async () => {
    await put('quiet', text('{{ url }}', { name: 'url', kind: 'APP_URL' }));
    const before = await head();
    const answer = await ask('quiet', { participant_id: 'anna' });
    expect([answer.status, await head()]).toEqual([200, before]);
  });
  test('of a system template', async () => {
    expect((await ask('system_request_location', { language: 'de' })).body).toEqual({
      text: 'Bitte teilen Sie Ihren Standort.',
      language: 'de',
      missing: [],
      sms_segments: 1,
    });
  });
});

describe('its link', () => {
  const template = text('{{ url }}', { name: 'url', kind: 'APP_URL' });
  test('is as long as the real one, lets nobody in, and no cache keeps it', async () => {
    await put('link', template);
    const { body, headers } = await ask('link', { participant_id: 'bert' });
    const { body: real } = await acme.owner.call('GET', '/conversations/c1/participants/bert/client-url');
    const page = `http://127.0.0.1:3000/c?tenant=${acme.tenantId}#auth_key=`;
    expect([body.text.slice(0, page.length), body.text.length]).toEqual([page, real.url.length]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await acme.exchange(body.text)).body.error).toBe('invalid_grant');
  });
  test('leaves the links that the client was given as they are, however often it is shown', async () => {
    await put('link', template);
    const { body: real } = await acme.owner.call('GET', '/conversations/c1/participants/bert/client-url');
    for (let n = 0; n <= limits.clientAuthKeys; n++) await ask('link', { participant_id: 'bert' });
    expect((await acme.exchange(real.url)).status).toBe(200);
  });
  test.each([[{}], [{ participant_id: 'olga' }]])('is the page of the conversation for %j', async (who) => {
    const page = `http://127.0.0.1:3000/app/conversations/c1?tenant=${acme.tenantId}`;
    expect((await rendered(template, who)).text).toBe(page);
  });
});

describe('its segments as an SMS', () => {
  test.each([
    ['x'.repeat(160), 1],
    ['x'.repeat(161), 2],
    [`${'x'.repeat(159)}€`, 2],
    ['ж'.repeat(70), 1],
    ['ж'.repeat(71), 2],
    ['word '.repeat(819), 11],
  ])('are counted (%#)', async (en, count) => {
    expect((await rendered(text(en))).sms_segments).toBe(count);
  });

  test.each(['en', 'de'])('are one for the default text with the longest link, in %s', async (language) => {
    const host = 'messages.tidings-service.co.uk';
    expect(host).toHaveLength(30);
    const named = await startTidings({ PUBLIC_URL: `https://${host}` });
    try {
      const tenant = await createTenant(named, 'a-subdomain-of-20-ch');
      await tenant.conversation('c1', { participants: [{ id: 'k', kind: 'CLIENT', display_name: 'K' }] });
      const asked = { conversation_id: 'c1', participant_id: 'k', language };
      const { body } = await tenant.owner.call('POST', `${PATH}/system_notify_sms/render`, asked);
      expect(body.text).toContain(`https://a-subdomain-of-20-ch-client.${host}/c#auth_key=`);
      expect(body.sms_segments).toBe(1);
    } finally {
      await named.close();
    }
  });
});

describe('its language', () => {
  const both = { kind: 'TEXT', texts: { en: 'Hello', de: 'Hallo' } };
  test.each([
    [{ language: 'de' }, 'de'],
    [{ language: 'en', participant_id: 'anna' }, 'en'],
    [{ participant_id: 'anna' }, 'de'],
    [{ participant_id: 'bert' }, 'en'],
    [{}, 'en'],
  ])('for %j is %s', async (asked, language) => {
    const texts: Record<string, string> = both.texts;
    expect(await rendered(both, asked)).toMatchObject({ text: texts[language], language, missing: [] });
  });
  test('is what the template speaks', async () => {
    const german = { kind: 'TEXT', texts: { de: 'Hallo' } };
    expect(await rendered(german, { language: 'en' })).toMatchObject({ text: 'Hallo', language: 'de' });
    const english = { kind: 'TEXT', texts: { en: 'Hello' } };
    expect(await rendered(english, { participant_id: 'anna' })).toMatchObject({ language: 'en' });
  });
  test('is the tenant’s where nobody says another', async () => {
    const german = await createTenant(tidings, 'deutsch', { signUp: { preferred_language: 'de' } });
    await german.conversation('c1');
    const path = `${PATH}/system_request_location/render`;
    const { body: shown } = await german.owner.call('POST', path, { conversation_id: 'c1' });
    expect(shown.language).toBe('de');
  });
});

describe('a preview that cannot be made', () => {
  test.each<[object, string, string]>([
    [{ conversation_id: 'nope' }, 'conversation_id', 'reference'],
    [{ participant_id: 'nope' }, 'participant_id', 'reference'],
    [{ conversation_id: '' }, 'conversation_id', 'length'],
    [{ language: 'fr' }, 'language', 'choice'],
    [{ language: 'DE' }, 'language', 'choice'],
    [{ text: 'x' }, 'text', 'unknown'],
  ])('%j says where', async (asked, path, code) => {
    const { status, body } = await ask('system_notify_sms', asked);
    expect([status, body.errors.map((each: object) => each)]).toEqual([
      400,
      [expect.objectContaining({ path, code: `errors.field.${code}` })],
    ]);
  });
  test('of a template that is not there', async () => {
    const { status, body } = await ask('nope');
    expect([status, body.code]).toEqual([404, 'errors.message_template.not_found']);
  });
  test('with the conversation of another tenant', async () => {
    const other = await createTenant(tidings, 'stranger');
    const { status, body } = await other.owner.call('POST', `${PATH}/system_notify_sms/render`, {
      conversation_id: 'c1',
    });
    expect([status, body.errors[0].path]).toEqual([400, 'conversation_id']);
  });
});

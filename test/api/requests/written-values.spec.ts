import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type Answer, startTidings, type Tidings } from '../../support/api.js';
import { fieldErrorsOf } from '../../support/openapi/good-call.js';

let tidings: Tidings;
let acme: Tenant;

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'values');
  await acme.conversation('open', { participants: [client()] });
});
afterAll(() => tidings.close());

const faultsOf = (answer: Answer) => [
  answer.status,
  ...fieldErrorsOf(answer).map(({ path, code }) => `${path} ${code.replace('errors.field.', '')}`),
];
const raw = (method: string, path: string, json: string) =>
  tidings.call(method, path, { raw: json, headers: acme.owner.headers });
const call: Tenant['owner']['call'] = (...args) => acme.owner.call(...args);

const leaf = (values: string) =>
  `{"conversation_type_id":"support","trigger":{"kind":"CONVERSATION_DATA_CHANGED","branches":[{"condition_node":{"kind":"LEAF","operator":"CHANGED_FROM_TO","target_identifier":"a",${values}},"action":{"kind":"SEND_MESSAGE","template_name":"system_request_location"}}]}}`;
const NODE = 'trigger.branches.0.condition_node';

describe.each(['1e400', '-1e999', '12345678901234567890', '9007199254740993'])('%s is refused', (number) => {
  const type = (schema: string) =>
    `{"id":"n","conversation_data_list_item_template":"","conversation_data_schema":{"properties":{"a":${schema}}}}`;

  test.each([
    [
      'POST',
      '/conversations',
      `{"id":"n","conversation_type_id":"support","conversation_data":{"a":[{"b":${number}}]}}`,
    ],
    ['PUT', '/conversations/n', `{"conversation_type_id":"support","conversation_data":{"a":[{"b":${number}}]}}`],
    ['PATCH', '/conversations/open', `{"conversation_data":{"a":[{"b":${number}}]}}`],
  ])('in conversation_data, by %s %s', async (method, path, json) => {
    expect(faultsOf(await raw(method, path, json))).toEqual([400, 'conversation_data.a.0.b number']);
    const large = json.replace('"a":', `"text":"${'x'.repeat(200_000)}","a":`);
    expect(faultsOf(await raw(method, path, large))).toEqual([400, 'conversation_data.a.0.b number']);
  });

  test.each([
    [`{"const":${number}}`, 'const'],
    [`{"enum":[1,${number}]}`, 'enum.1'],
    [`{"default":{"x":${number}}}`, 'default.x'],
    [`{"maximum":${number}}`, 'maximum'],
  ])('in the schema %s', async (schema, path) => {
    const at = `conversation_data_schema.properties.a.${path} number`;
    expect(faultsOf(await raw('POST', '/conversation-types', type(schema)))).toEqual([400, at]);
    const patch = `{"conversation_data_schema":{"properties":{"a":${schema}}}}`;
    expect(faultsOf(await raw('PATCH', '/conversation-types/support', patch))).toEqual([400, at]);
  });

  test('in the values of a workflow', async () => {
    const both = await raw('POST', '/workflows', leaf(`"compare_value":${number},"old_value":[${number}]`));
    expect(faultsOf(both)).toEqual([400, `${NODE}.compare_value number`, `${NODE}.old_value.0 number`]);
  });
});

const NAMES: readonly (readonly [string, string, string, object])[] = [
  ['POST', '/users', 'firstname', { email: 'n@acme.example' }],
  ['POST', '/users', 'lastname', { email: 'n@acme.example' }],
  ['POST', '/api-keys', 'name', {}],
  ['POST', '/conversations/open/participants', 'display_name', { kind: 'CLIENT' }],
  ['PATCH', '/conversations/open/participants/client', 'display_name', {}],
  ['PATCH', '/conversation-types/support', 'display_name_shared_by_users', {}],
  ['PATCH', '/conversation-types/support', 'display_name_for_workflow_participants', {}],
];

describe.each(NAMES)('the name in %s %s: %s', (method, path, member, body) => {
  test.each([
    ['\u200b\u2060', 'invisible'],
    [' \u00a0', 'invisible'],
    ['\u3164', 'invisible'],
    ['a\nb', 'line'],
    ['a\u0007', 'line'],
    ['a\u2029b', 'line'],
    ['\u202egpj.exe', 'line'],
    ['\u2066a\u2069', 'line'],
    ['a\0b', 'characters'],
    ['\ud800', 'characters'],
  ])('%j is refused', async (name, code) => {
    expect(faultsOf(await call(method, path, { ...body, [member]: name }))).toEqual([400, `${member} ${code}`]);
  });

  test('is kept in NFC', async () => {
    const email = `${member}@acme.example`;
    const whole = 'email' in body ? { email } : body;
    const { status, body: shown } = await call(method, path, { ...whole, [member]: 'Cafe\u0301 👩‍👩‍👧' });
    expect([status < 300, shown[member]]).toEqual([true, 'Caf\u00e9 👩‍👩‍👧']);
  });
});

describe('texts', () => {
  const post = (text: string) =>
    call('POST', '/conversations/open/messages', { kind: 'TEXT', text, participant_id: 'client' });

  test.each(['\u200b', ' \n\t ', '\u2800\u3000'])('of nothing visible, %j, are refused', async (text) => {
    expect(faultsOf(await post(text))).toEqual([400, 'text invisible']);
    expect(faultsOf(await call('PATCH', '/conversations/open', { description: text }))).toEqual([
      400,
      'description invisible',
    ]);
    const template = { name: 'invisible', kind: 'TEXT', texts: { en: text } };
    expect(faultsOf(await call('POST', '/message_templates', template))).toEqual([400, 'texts.en invisible']);
  });

  test.each(['e\u0301\r\n\u202eא\u202c \u200d👩‍👩‍👧', '\ufefftext\u2028', '  a\t'])(
    'come back code point for code point: %j',
    async (text) => expect((await post(text)).body.text).toBe(text),
  );

  test('have as many code points as they may', async () => {
    const at = (length: number) => call('PATCH', '/conversations/open', { description: '😀'.repeat(length) });
    expect((await at(1_000)).status).toBe(200);
    expect(faultsOf(await at(1_001))).toEqual([400, 'description length']);
  });
});

describe('labels', () => {
  const [nfc, nfd] = ['caf\u00e9', 'cafe\u0301'];
  const path = '/conversations/open/labels';
  const labels = async () => (await call('GET', '/conversations/open')).body.labels;

  test.each([
    ['\u200b', 'invisible'],
    ['a\nb', 'line'],
    ['\u202ea', 'line'],
    ['x:', 'pattern'],
    ['😀'.repeat(101), 'length'],
  ])('%j is refused', async (label, code) => {
    for (const method of ['PUT', 'POST']) {
      expect(faultsOf(await call(method, path, { labels: ['ok', label] }))).toEqual([400, `labels.1 ${code}`]);
    }
    expect(faultsOf(await call('PUT', `${path}/${encodeURIComponent(label)}`))).toEqual([400, `label ${code}`]);
  });

  test('in NFC and NFD are one', async () => {
    await call('PUT', path, { labels: [nfd, nfc, 'vip'] });
    expect(await labels()).toEqual([nfc, 'vip']);
    await call('POST', path, { labels: [nfd] });
    await call('PUT', `${path}/${encodeURIComponent(nfd)}`);
    expect(await labels()).toEqual([nfc, 'vip']);
    expect((await call('DELETE', `${path}/${encodeURIComponent(nfd)}`)).status).toBe(204);
    expect(await labels()).toEqual(['vip']);
  });
});

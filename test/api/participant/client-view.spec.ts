import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../fixtures/caller.js';
import { postMessage } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
let client: Caller;
let nameless: string;

const CLIENT_INCLUDES = [
  'PARTICIPANTS',
  'CLIENT_HEADER_TEMPLATE_DATA',
  'CURRENT_USER_READ_STATUS',
  'CLIENT_PARTICIPANT_FRONTEND_URL',
];
const asked = (...includes: readonly string[]) => `/conversations/c1?includes=${includes.join()}`;

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
  await acme.owner.mustCall('POST', '/conversation-types', {
    id: 'order',
    conversation_data_schema: { properties: { name: { type: 'string' }, secret: { type: 'string' } } },
    conversation_data_list_item_template: '{{ secret }}',
    client_app_header_template: '<h1>{{ name }}</h1>',
  });
  nameless = (await acme.user('uma.ulm')).id;
  const [carl, dora] = ['carl', 'dora'].map((id) => ({
    id,
    kind: 'CLIENT',
    display_name: id,
    email: `${id}@client.example`,
    phone_number: '+4930222',
    preferred_language: 'de',
  }));
  await acme.conversation('c1', {
    conversation_type_id: 'order',
    description: 'Order 17',
    conversation_data: { name: 'Carl’s order', secret: 'margin 40 %' },
    participants: [
      { id: 'olga', kind: 'USER', user_id: acme.owner.id, display_name: 'Olga' },
      { id: 'uma', kind: 'USER', user_id: nameless },
      carl,
      dora,
    ],
  });
  await acme.owner.mustCall('POST', '/conversations/c1/labels', { labels: ['vip'] });
  await acme.owner.mustCall('POST', '/conversations/c1/lock', {
    lock_expires_at: new Date(Date.now() + 600_000).toISOString(),
    lock_note: 'mine',
  });
  await postMessage(acme.owner, 'c1', { participant_id: 'olga' });
  client = await acme.client('c1', 'carl');
});
afterAll(() => tidings.close());

const SEEN = ['id', 'tenant_id', 'archived', 'conversation_type_id', 'created_at', 'updated_at', 'description'];

describe('a client’s conversation', () => {
  test('has these members and no others', async () => {
    const whole = (await acme.owner.mustCall('GET', '/conversations/c1')).body;
    expect(Object.keys(whole)).toEqual(
      expect.arrayContaining(['labels', 'lock_note', 'lock_expires_at', 'locked_by', 'conversation_data_updated_at']),
    );
    const { status, body } = await client.call('GET', '/conversations/c1');
    expect([status, Object.keys(body).sort()]).toEqual([200, [...SEEN].sort()]);
    expect(whole).toMatchObject(body);
  });

  test('has with its includes its own read status, the header’s data and who takes part', async () => {
    const { body } = await client.call('GET', asked(...CLIENT_INCLUDES));
    const own = (await client.call('GET', '/client-participant/me')).body;
    expect(own).toMatchObject({ phone_number: '+4930222', email: 'carl@client.example', unread_messages_count: 1 });
    expect(Object.keys(body).sort()).toEqual(
      [...SEEN, 'participants', 'read_status', 'template_data', 'client_header_html'].sort(),
    );
    expect(body.participants).toEqual([
      { id: 'olga', kind: 'USER', display_name: 'Olga' },
      { id: 'uma', kind: 'USER', display_name: 'Agent' },
      own,
      { id: 'dora', kind: 'CLIENT', display_name: 'dora' },
    ]);
    expect(body.client_header_html).toBe('<h1>Carl’s order</h1>');
    expect(body.template_data).toEqual({ client_header_template: { name: 'Carl’s order' } });
    expect(body.read_status).toEqual({ last_message_seen: 0, unread_message_count: 1 });
  });

  test.each(['CONVERSATION_DATA', 'CONVERSATION_TYPE', 'LIST_ITEM_TEMPLATE_DATA'])(
    'is not answered with %s, alone or beside others',
    async (include) => {
      for (const includes of [[include], [...CLIENT_INCLUDES, include]]) {
        const answer = await client.call('GET', asked(...includes));
        expect(answer).toMatchObject({
          status: 403,
          body: { code: 'errors.forbidden', errors: [{ path: 'includes' }] },
        });
        expect(answer.text).not.toContain('margin');
      }
      expect((await acme.owner.mustCall('GET', asked(include))).status).toBe(200);
    },
  );

  test('says nothing of the others but their names', async () => {
    const { text } = await client.call('GET', asked(...CLIENT_INCLUDES));
    for (const hidden of ['dora@', 'uma.ulm', 'acme.example', nameless, acme.owner.id, 'vip', 'mine', 'margin']) {
      expect(text).not.toContain(hidden);
    }
  });
});

describe('a user without a name', () => {
  const named = async (): Promise<string> => {
    const { body } = await client.call('GET', asked('PARTICIPANTS'));
    return body.participants.find(({ id }: { id: string }) => id === 'uma').display_name;
  };
  const path = '/conversations/c1/participants/uma';

  test('is known to staff by the beginning of their address', async () =>
    expect((await acme.owner.mustCall('GET', path)).body.display_name).toBe('uma.ulm'));

  test.each([
    ['Agent', 'until they get one', undefined],
    ['Uma', 'by the one they get', { display_name: 'Uma' }],
    ['uma.ulm', 'by the one they get, whatever it is', { display_name: 'uma.ulm' }],
    ['Agent', 'where it is an e-mail address', { display_name: 'uma@acme.example' }],
  ])('is %s to clients %s', async (name, _, patch) => {
    if (patch) await acme.owner.mustCall('PATCH', path, patch);
    expect(await named()).toBe(name);
  });

  test('is “Agent” again when they are replaced without one', async () => {
    await acme.owner.mustCall('PUT', path, { kind: 'USER', user_id: nameless, display_name: 'Uma' });
    expect(await named()).toBe('Uma');
    await acme.owner.mustCall('PUT', path, { kind: 'USER', user_id: nameless });
    expect(await named()).toBe('Agent');
    expect((await acme.owner.mustCall('GET', path)).body.display_name).toBe('uma.ulm');
  });

  test('who speaks is “Agent” too', async () => {
    const vera = await acme.user('vera.voss');
    const { body } = await postMessage(vera, 'c1');
    const { body: seen } = await client.call('GET', asked('PARTICIPANTS'));
    const speaker = seen.participants.find(({ id }: { id: string }) => id === body.participant_id);
    expect(speaker).toEqual({ id: body.participant_id, kind: 'USER', display_name: 'Agent' });
  });
});

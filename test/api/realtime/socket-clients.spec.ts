import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { client as aClient, postMessage, SUPPORT, TEAM } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type Heard, type Listener, listenerOf } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
let made = 0;
let id: string;
let at: string;
let client: Listener;
let staff: Listener;
/** Where the client began to listen. */
let start: string;

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme', { types: [SUPPORT, TEAM] });
});
afterAll(() => tidings.close());

beforeEach(async () => {
  id = `c${++made}`;
  at = `/conversations/${id}`;
  await acme.conversation(id, {
    conversation_type_id: 'team',
    description: 'first',
    participants: [
      aClient(),
      aClient('dora', { display_name: 'Dora', email: 'dora@example.com' }),
      { id: 'olga', kind: 'USER', user_id: acme.owner.id },
    ],
  });
  [client, staff] = await Promise.all([listenerOf(await acme.client(id)), listenerOf(acme.owner)]);
  start = (await client.subscribe(`conversations/${id}`)).position;
  await staff.subscribe(`conversations/${id}`);
  return () => {
    client.close();
    staff.close();
  };
});

const call: Tenant['owner']['call'] = (...asked) => acme.owner.mustCall(...asked);
const seenByClient = async () => (await (await acme.client(id)).mustCall('GET', at)).body;

/** What both heard of calls, once all of it has come; live and on resume alike. */
type AskedFor = readonly [method: string, path: string, body?: unknown];

async function heardOf(...calls: readonly AskedFor[]) {
  let position = '';
  for (const [method, path, body] of calls) {
    position = (await call(method, `${at}${path}`, body, { prefer: 'wait' })).headers.get('tidings-position') ?? '';
  }
  await Promise.all([client, staff].map((each) => each.reached(`conversations/${id}`, position)));
  const late = await listenerOf(await acme.client(id));
  await late.subscribe(`conversations/${id}`, start);
  await late.reached(`conversations/${id}`, position);
  expect(late.heard).toEqual(client.heard);
  late.close();
  return { client: client.heard, staff: staff.heard };
}

const types = (heard: readonly Heard[]) => heard.map(({ type }) => type);
const later = () => new Date(Date.now() + 600_000).toISOString();

describe('a client is sent no frame', () => {
  test.each<[string, () => readonly AskedFor[]]>([
    ['labels', () => [['PUT', '/labels', { labels: ['vip'] }]]],
    [
      'a lock and its end',
      () => [
        ['POST', '/lock', { lock_expires_at: later(), locked_by: acme.owner.id }],
        ['POST', '/unlock'],
      ],
    ],
    ['conversation_data', () => [['PATCH', '', { conversation_data: { secret: 1 } }]]],
    ['how another is reached', () => [['PATCH', '/participants/dora', { phone_number: '+4930333' }]]],
  ])('of %s', async (_, calls) => {
    const heard = await heardOf(...calls());
    expect(types(heard.client)).toEqual([]);
    expect(types(heard.staff)).toEqual(calls().map(() => 'CONVERSATION_UPDATED'));
  });

  test('of how far others have read', async () => {
    await acme.post(id);
    const seen = { activity: 'MESSAGE_SEEN', last_message_sequence_seen: 1 };
    const heard = await heardOf(
      ['POST', '/participants/dora/activity', seen],
      ['POST', '/participants/olga/activity', seen],
    );
    expect(types(heard.client)).toEqual(['NEW_MESSAGE']);
    expect(types(heard.staff)).toEqual([
      'NEW_MESSAGE',
      'PARTICIPANT_READ_STATUS',
      'PARTICIPANT_READ_STATUS',
      'CONVERSATION_READ_STATUS',
    ]);
  });
});

describe('a client is sent', () => {
  const SEEN = ['archived', 'conversation_type_id', 'created_at', 'description', 'id', 'tenant_id', 'updated_at'];

  test('what a read gives it of a conversation', async () => {
    await heardOf(['PUT', '/labels', { labels: ['vip'] }]);
    const heard = await heardOf(['PATCH', '', { description: 'second', conversation_data: { secret: 1 } }]);
    expect(types(heard.client)).toEqual(['CONVERSATION_UPDATED']);
    const { conversation } = heard.client[0] as Heard;
    expect(Object.keys(conversation).sort()).toEqual(SEEN);
    expect(conversation).toEqual(await seenByClient());
    expect(heard.staff.at(-1)?.conversation).toMatchObject({ ...conversation, labels: ['vip'] });
  });

  test('that it was archived and brought back, and by whom it was left', async () => {
    const heard = await heardOf(
      ['DELETE', ''],
      ['PATCH', '', { archived: false }],
      ['PATCH', '/participants/dora', { display_name: 'Dorothea' }],
      ['DELETE', '/participants/dora'],
    );
    expect(types(heard.client)).toEqual([
      'CONVERSATION_ARCHIVED',
      'CONVERSATION_UPDATED',
      'CONVERSATION_UPDATED',
      'CONVERSATION_UPDATED',
    ]);
    for (const { conversation } of heard.client) expect(Object.keys(conversation).sort()).toEqual(SEEN);
  });

  test('of a newcomer id, kind and name', async () => {
    const user = await acme.user(`nameless.${id}`);
    const heard = await heardOf(
      ['POST', '/participants', { id: 'eva', kind: 'CLIENT', display_name: 'Eva', email: 'eva@example.com' }],
      ['POST', '/participants', { id: 'agent', kind: 'USER', user_id: user.id }],
    );
    expect(heard.client.map(({ participant }) => participant)).toEqual([
      { id: 'eva', kind: 'CLIENT', display_name: 'Eva' },
      { id: 'agent', kind: 'USER', display_name: 'Acme team' },
    ]);
    expect(heard.staff.map(({ participant }) => participant.display_name)).toEqual(['Eva', `nameless.${id}`]);
  });

  test('of its own reading and its own changes everything', async () => {
    await acme.post(id);
    await postMessage(acme.owner, id, { participant_id: 'dora' });
    const seen = { activity: 'MESSAGE_SEEN', last_message_sequence_seen: 2 };
    const heard = await heardOf(
      ['POST', `/participants/client/activity`, seen],
      ['PATCH', `/participants/client`, { phone_number: '+4930444' }],
    );
    expect(types(heard.client)).toEqual([
      'NEW_MESSAGE',
      'NEW_MESSAGE',
      'PARTICIPANT_READ_STATUS',
      'CONVERSATION_UPDATED',
    ]);
    expect(heard.client[2]?.read_status).toEqual({
      participant_id: 'client',
      last_message_seen: 2,
      unread_message_count: 0,
    });
    expect(heard.client.slice(0, 2)).toEqual(heard.staff.slice(0, 2));
  });

  test('on a resume from the beginning itself whole and the others by name', async () => {
    const late = await listenerOf(await acme.client(id));
    await late.subscribe(`conversations/${id}`, 'p0');
    await late.next('PARTICIPANT_CREATED', ({ participant }) => participant.id === 'olga');
    const [opened, ...joined] = late.heard;
    expect(Object.keys(opened?.conversation).sort()).toEqual(SEEN);
    const own = joined.find(({ participant }) => participant.id === 'client')?.participant;
    expect(own).toMatchObject({ email: 'cleo@example.com', last_message_sequence_seen: 0 });
    for (const { participant } of joined) {
      if (participant !== own) expect(Object.keys(participant).sort()).toEqual(['display_name', 'id', 'kind']);
    }
    late.close();
  });
});

describe('a signal', () => {
  const typing = { activity: 'IS_TYPING', source_id: 'm' };
  test('of another shows a client id, kind and name', async () => {
    await call('POST', `${at}/participants/dora/activity`, typing);
    const { participant } = await client.next('PARTICIPANT_WAS_TYPING');
    expect(participant).toEqual({ id: 'dora', kind: 'CLIENT', display_name: 'Dora' });
    expect((await staff.next('PARTICIPANT_WAS_TYPING')).participant).toMatchObject({ email: 'dora@example.com' });
  });
  test('of itself comes whole', async () => {
    await call('POST', `${at}/participants/client/activity`, typing);
    const { participant } = await client.next('PARTICIPANT_WAS_TYPING');
    expect(participant).toMatchObject({ id: 'client', email: 'cleo@example.com' });
    expect(client.heard).toHaveLength(1);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUPPORT, TEAM } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type Heard, type Listener, listenerOf } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
let listener: Listener;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme', { types: [SUPPORT, TEAM] });
  listener = await listenerOf(acme.owner);
  await listener.subscribe('conversations');
});
afterAll(async () => {
  listener.close();
  await tidings.close();
});

const call: Tenant['owner']['call'] = (...asked) => acme.owner.mustCall(...asked);

/** What came of a call, once all of it has come. */
async function framesOf(method: string, path: string, body?: unknown): Promise<Heard[]> {
  const before = listener.heard.length;
  const { headers } = await call(method, path, body, { prefer: 'wait' });
  await listener.reached('conversations', headers.get('tidings-position') ?? '');
  return listener.heard.slice(before);
}

/** Whatever a frame shows is what a GET gives at that moment. */
async function asRead(frame: Heard): Promise<void> {
  const at = `/conversations/${frame.conversation_id}`;
  const { conversation, message, participant, read_status: status } = frame;
  if (conversation) expect(conversation).toEqual((await call('GET', at)).body);
  if (message) expect(message).toEqual((await call('GET', `${at}/messages/${message.id}`)).body);
  if (participant) expect(participant).toEqual((await call('GET', `${at}/participants/${participant.id}`)).body);
  if (status?.participant_id) {
    const { body } = await call('GET', `${at}/participants/${status.participant_id}`);
    expect([status.last_message_seen, status.unread_message_count]).toEqual([
      body.last_message_sequence_seen,
      body.unread_messages_count,
    ]);
  } else if (status) {
    const { body } = await call('GET', `${at}?includes=CURRENT_USER_READ_STATUS`);
    expect(status).toEqual(body.read_status);
  }
}

const client = { id: 'cleo', kind: 'CLIENT', display_name: 'Cleo', email: 'cleo@example.com' };
const later = (ms: number) => new Date(Date.now() + ms).toISOString();
let messageId: string;

type Action = readonly [what: string, method: string, path: string, body: () => unknown, types: readonly string[]];

const none = () => undefined;
const NEW = ['NEW_CONVERSATION', 'PARTICIPANT_CREATED', 'PARTICIPANT_CREATED', 'PARTICIPANT_CREATED'];
const UPDATED = ['CONVERSATION_UPDATED'];

const actions: readonly Action[] = [
  [
    'opening a conversation with its participants',
    'POST',
    '',
    () => ({
      id: 'c1',
      conversation_type_id: 'team',
      description: 'Order 17',
      conversation_data: { order: 17 },
      participants: [{ kind: 'USER', user_id: acme.owner.id }, client],
    }),
    NEW,
  ],
  ['describing it anew', 'PATCH', '/c1', () => ({ description: null }), UPDATED],
  ['giving it data', 'PATCH', '/c1', () => ({ conversation_data: { order: 18 } }), UPDATED],
  ['an empty patch', 'PATCH', '/c1', () => ({}), []],
  ['labels', 'PUT', '/c1/labels', () => ({ labels: ['urgent', 'team:a'] }), UPDATED],
  ['the same labels again', 'PUT', '/c1/labels', () => ({ labels: ['urgent', 'team:a'] }), []],
  ['one label less', 'DELETE', '/c1/labels/urgent', none, UPDATED],
  [
    'a lock',
    'POST',
    '/c1/lock',
    () => ({ lock_expires_at: later(60_000), lock_note: 'mine', locked_by: acme.owner.id }),
    UPDATED,
  ],
  ['an unlock', 'POST', '/c1/unlock', none, UPDATED],
  [
    'a post of the client',
    'POST',
    '/c1/messages',
    () => ({ kind: 'TEXT', text: 'hello', participant_id: 'cleo', source_id: 's-1' }),
    ['NEW_MESSAGE'],
  ],
  [
    'the same post again',
    'POST',
    '/c1/messages',
    () => ({ kind: 'TEXT', text: 'hello', participant_id: 'cleo', source_id: 's-1' }),
    [],
  ],
  [
    'another kind of post',
    'POST',
    '/c1/messages',
    () => ({
      kind: 'LOCATION',
      participant_id: 'cleo',
      formatted_address: 'Rathaus',
      location: { latitude: 48.2, longitude: 16.4, positioned_at: '2030-01-01T01:00:00+01:00' },
    }),
    ['NEW_MESSAGE'],
  ],
  [
    'someone who joins later',
    'POST',
    '/c1/participants',
    () => ({ ...client, id: 'late', phone_number: '+4930123456' }),
    ['PARTICIPANT_CREATED'],
  ],
  ['a participant changed', 'PATCH', '/c1/participants/late', () => ({ display_name: 'Clara' }), UPDATED],
  [
    'the client’s reading',
    'POST',
    '/c1/participants/late/activity',
    () => ({ activity: 'MESSAGE_SEEN', last_message_sequence_seen: 2 }),
    [],
  ],
  ['a participant removed', 'DELETE', '/c1/participants/late', none, UPDATED],
  ['archiving', 'DELETE', '/c1', none, ['CONVERSATION_ARCHIVED']],
  ['archiving again', 'DELETE', '/c1', none, []],
  ['bringing it back', 'PATCH', '/c1', () => ({ archived: false }), UPDATED],
  [
    'replacing it whole',
    'PUT',
    '/c1',
    () => ({ conversation_type_id: 'support', participants: [{ ...client, display_name: 'Cleopatra' }] }),
    // The other type does not share the read status: the marker goes, and the user goes on from it.
    Array(4).fill('CONVERSATION_UPDATED'),
  ],
];

describe('what subscribers are told', () => {
  test.each(actions)('of %s is what a read gives', async (_, method, path, body, types) => {
    const frames = await framesOf(method, `/conversations${path}`, body());
    expect(frames.map(({ type }) => type)).toEqual(types);
    expect(new Set(frames.map(({ id }) => id)).size).toBe(types.length);
    const last = new Map(frames.map((frame) => [frame.type, frame]));
    for (const frame of last.values()) {
      expect(frame.occurred_at).toMatch(/Z$/);
      await asRead(frame);
    }
    messageId = frames.find(({ message }) => message)?.message.id ?? messageId;
  });

  test('of a deleted message is what a read gives', async () => {
    const [frame, ...rest] = await framesOf('DELETE', `/conversations/c1/messages/${messageId}`);
    expect([frame?.type, rest]).toEqual(['MESSAGE_UPDATED', []]);
    expect(frame?.message.deleted_at).toBe(frame?.occurred_at);
    await asRead(frame as Heard);
  });

  test('of a client’s reading is their read status alone', async () => {
    await call('POST', '/conversations', { id: 'c2', conversation_type_id: 'team', participants: [client] });
    const told = await framesOf('POST', '/conversations/c2/messages', { kind: 'TEXT', text: 'a' });
    const { sequence } = told.find(({ message }) => message)?.message ?? {};
    const seen = { activity: 'MESSAGE_SEEN', last_message_sequence_seen: sequence };
    const frames = await framesOf('POST', '/conversations/c2/participants/cleo/activity', seen);
    expect(frames.map(({ type }) => type)).toEqual(['PARTICIPANT_READ_STATUS']);
    expect(frames[0]?.read_status).toEqual({ participant_id: 'cleo', last_message_seen: 1, unread_message_count: 0 });
    await asRead(frames[0] as Heard);
  });

  test('of a user’s reading is the read status that all users share, where their type says so', async () => {
    for (const text of ['b', 'c']) {
      const post = { kind: 'TEXT', text, participant_id: 'cleo' };
      await call('POST', '/conversations/c2/messages', post, { prefer: 'wait' });
    }
    const { body } = await call('GET', '/conversations/c2/participants');
    const own = body.participants.find(({ user_id }: Heard) => user_id === acme.owner.id).id;
    const seen = { activity: 'MESSAGE_SEEN', last_message_sequence_seen: 2 };
    const frames = await framesOf('POST', `/conversations/c2/participants/${own}/activity`, seen);
    expect(frames.map(({ type }) => type)).toEqual(['PARTICIPANT_READ_STATUS', 'CONVERSATION_READ_STATUS']);
    expect(frames[1]?.read_status).toEqual({ last_message_seen: 2, unread_message_count: 1 });
    expect(frames[0]?.id).toBe(frames[1]?.id);
    for (const frame of frames) await asRead(frame);
  });

  test('of a user who joins shows the read status they share', async () => {
    const { id } = await acme.user('uma');
    const frames = await framesOf('POST', '/conversations/c2/participants', { kind: 'USER', user_id: id });
    expect(frames[0]?.participant).toMatchObject({ last_message_sequence_seen: 2, unread_messages_count: 1 });
    await asRead(frames[0] as Heard);
  });

  test('of a lock that ends by itself is a conversation without it, updated when it was before', async () => {
    await call('POST', '/conversations/c2/lock', { lock_expires_at: later(800), locked_by: acme.owner.id });
    await call('POST', '/conversations/c2/messages', { kind: 'TEXT', text: 'meanwhile' }, { prefer: 'wait' });
    const before = listener.heard.length;
    await listener.until((heard) => heard.slice(before).some(({ type }) => type === 'CONVERSATION_UPDATED'));
    const frame = listener.heard.findLast(({ type }) => type === 'CONVERSATION_UPDATED') as Heard;
    expect(frame.conversation.lock_expires_at).toBeUndefined();
    expect(frame.conversation.updated_at).not.toBe(frame.occurred_at);
    await asRead(frame);
  });

  /** A message that was deleted since is told as deleted (contract 11). */
  function asReplayed(heard: readonly Heard[]): readonly Heard[] {
    const deleted = new Map(heard.flatMap(({ message }) => (message?.deleted_at ? [[message.id, message]] : [])));
    return heard.map((frame) =>
      deleted.has(frame.message?.id) ? { ...frame, message: deleted.get(frame.message.id) } : frame,
    );
  }

  test('is the same, frame for frame, when it is replayed', async () => {
    const live = asReplayed(listener.heard);
    const late = await listenerOf(acme.owner);
    await late.subscribe('conversations', 'p0');
    await late.until((heard) => heard.length >= live.length);
    expect(late.heard).toEqual(live);

    const one = await listenerOf(acme.owner);
    await one.subscribe('conversations/c2', 'p0');
    const ofC2 = live.filter(({ conversation_id }) => conversation_id === 'c2');
    await one.until((heard) => heard.length >= ofC2.length);
    expect(one.heard).toEqual(ofC2);
    for (const each of [late, one]) each.close();
  });
});

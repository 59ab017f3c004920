import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../fixtures/caller.js';
import { client, createConversationType, postMessage } from '../../fixtures/conversations.js';
import type { SignedIn } from '../../fixtures/people.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type Listener, listenerOf } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';

const TYPE = { id: 'desk', display_name_shared_by_users: 'Acme desk' };

let tidings: Tidings;
let acme: Tenant;
let uma: SignedIn;
let carl: Caller;
let socket: Listener;
let start: string;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'named', { types: [TYPE] });
  uma = await acme.user('uma.ulm');
  const olga = { id: 'olga', kind: 'USER', user_id: acme.owner.id, display_name: 'Olga Oslo' };
  await acme.conversation('c1', { conversation_type_id: TYPE.id, participants: [client(), client('dora'), olga] });
  carl = await acme.client('c1');
  socket = await listenerOf(carl);
  start = (await socket.subscribe('conversations/c1')).position;
});
afterAll(async () => {
  socket.close();
  await tidings.close();
});

const HIDDEN = ['Olga', 'Oslo', 'uma', 'ulm', 'acme.example'];
const expectHidden = (text: string) => {
  for (const hidden of HIDDEN) expect(text).not.toContain(hidden);
};
const named = async (reader: Caller, id: string): Promise<string> => {
  const { body } = await reader.mustCall('GET', '/conversations/c1?includes=PARTICIPANTS');
  return body.participants.find((each: { id: string }) => each.id === id)?.display_name;
};

describe('where the type sets `display_name_shared_by_users`', () => {
  test('a client reads every user under it, and staff their own names', async () => {
    expect([await named(carl, 'olga'), await named(carl, 'dora')]).toEqual(['Acme desk', 'Cleo']);
    expect(await named(acme.owner, 'olga')).toBe('Olga Oslo');
    expectHidden((await carl.mustCall('GET', '/conversations/c1?includes=PARTICIPANTS')).text);
  });

  test('a client’s socket shows a user who joins, posts and types under it, live and on resume', async () => {
    const { body } = await postMessage(uma, 'c1');
    const by: string = body.participant_id;
    await uma.mustCall('POST', `/conversations/c1/participants/${by}/activity`, {
      activity: 'IS_TYPING',
      source_id: 'draft',
    });
    await uma.mustCall('POST', `/conversations/c1/participants/${by}/activity`, { activity: 'HAS_CONVERSATION_OPEN' });
    const joined = await socket.next('PARTICIPANT_CREATED');
    expect(joined.participant).toEqual({ id: by, kind: 'USER', display_name: 'Acme desk' });
    for (const type of ['PARTICIPANT_WAS_TYPING', 'PARTICIPANT_HAD_CONVERSATION_OPEN'])
      expect((await socket.next(type)).participant).toEqual({ id: by, kind: 'USER', display_name: 'Acme desk' });
    expect(await named(carl, by)).toBe('Acme desk');
    expectHidden(JSON.stringify(socket.heard));
    const late = await listenerOf(carl);
    await late.subscribe('conversations/c1', start);
    expect(await late.next('PARTICIPANT_CREATED')).toEqual(joined);
    late.close();
  });

  test('another name holds at once, and without one users have their own', async () => {
    const change = (display_name_shared_by_users: string | null) =>
      acme.owner.mustCall('PATCH', `/conversation-types/${TYPE.id}`, { display_name_shared_by_users });
    await change('Acme night desk');
    expect(await named(carl, 'olga')).toBe('Acme night desk');
    const { body } = await acme.owner.mustCall('POST', '/conversations/c1/participants', {
      kind: 'USER',
      user_id: (await acme.user('nina')).id,
    });
    const frame = await socket.next('PARTICIPANT_CREATED', ({ participant }) => participant.id === body.id);
    expect(frame.participant.display_name).toBe('Acme night desk');
    await change(null);
    expect([await named(carl, 'olga'), await named(carl, body.id)]).toEqual(['Olga Oslo', 'Agent']);
    const participants = '/conversations/c1/participants';
    const user_id = (await acme.user('pia')).id;
    const { body: pia } = await acme.owner.mustCall('POST', participants, { kind: 'USER', user_id });
    const own = await socket.next('PARTICIPANT_CREATED', ({ participant }) => participant.id === pia.id);
    expect(own.participant.display_name).toBe('Agent');
  });

  test('a conversation that is opened shows its users under it from the first frame', async () => {
    await createConversationType(acme.owner, { id: 'kiosk', display_name_shared_by_users: 'Kiosk' });
    await acme.conversation('c2', {
      conversation_type_id: 'kiosk',
      participants: [client(), { id: 'olga', kind: 'USER', user_id: acme.owner.id }],
    });
    const listener = await listenerOf(await acme.client('c2'));
    await listener.subscribe('conversations/c2', start);
    expect(
      (await listener.next('PARTICIPANT_CREATED', ({ participant }) => participant.id === 'olga')).participant,
    ).toEqual({ id: 'olga', kind: 'USER', display_name: 'Kiosk' });
    listener.close();
  });
});

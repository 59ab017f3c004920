import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUPPORT } from '../../fixtures/conversations.js';
import { erasedConversation } from '../../fixtures/erasures.js';
import type { SignedIn } from '../../fixtures/people.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

const TEAM = { ...SUPPORT, id: 'team', shared_read_status_for_user_participants: true };

let tidings: Tidings;
let acme: Tenant;
let anna: SignedIn;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'seen', { types: [SUPPORT, TEAM] });
  anna = await acme.user('anna');
});
afterAll(() => tidings.close());

async function posted(id: string, count: number, more: object = {}): Promise<void> {
  await acme.conversationWithClient(id, more);
  for (let n = 0; n < count; n++) await acme.post(id);
}

const seen = (who: SignedIn, id: string, sequence: unknown) =>
  who.call('POST', `/conversations/${id}/seen`, { last_message_sequence_seen: sequence });

const statusOf = async (who: SignedIn, id: string, at = '') =>
  (await who.mustCall('GET', `/conversations/${id}?includes=CURRENT_USER_READ_STATUS${at}`)).body.read_status;

const status = (last_message_seen: number, unread_message_count: number) => ({
  last_message_seen,
  unread_message_count,
});

describe('what a user has read who takes no part', () => {
  test('is theirs alone, in one and in lists, and makes them no participant', async () => {
    await posted('own', 3);
    expect(await statusOf(anna, 'own')).toEqual(status(0, 3));
    expect((await seen(anna, 'own', 2)).status).toBe(204);
    expect(await statusOf(anna, 'own')).toEqual(status(2, 1));
    const list = (await anna.mustCall('GET', '/conversations?includes=CURRENT_USER_READ_STATUS')).body;
    expect(list.conversations.find(({ id }: { id: string }) => id === 'own').read_status).toEqual(status(2, 1));
    expect(await statusOf(acme.owner, 'own')).toEqual(status(0, 3));
    const { body } = await acme.owner.mustCall('GET', '/conversations/own/participants');
    expect(body.participants.map(({ id }: { id: string }) => id)).toEqual(['client']);
  });

  test('never goes back, and is refused beyond the last message', async () => {
    await posted('back', 2);
    await seen(anna, 'back', 2);
    expect((await seen(anna, 'back', 1)).status).toBe(204);
    expect(await statusOf(anna, 'back')).toEqual(status(2, 0));
    for (const wrong of [3, -1, 'x', undefined]) {
      const { status: code, body } = await seen(anna, 'back', wrong);
      expect([code, body.errors[0].path]).toEqual([400, 'last_message_sequence_seen']);
    }
    expect((await seen(anna, 'absent', 0)).body.code).toBe('errors.conversation.not_found');
  });

  test('is an event of the user, and is known as of a moment', async () => {
    await posted('then', 2);
    const first = await seen(anna, 'then', 1);
    await seen(anna, 'then', 2);
    const at = `&at=${first.headers.get('tidings-position')}`;
    expect(await statusOf(anna, 'then', at)).toEqual(status(1, 1));
    const query = `subject_kind=USER&subject_id=${anna.id}&type=ConversationSeen&conversation_id=then`;
    const { body } = await acme.owner.mustCall('GET', `/audit/events?${query}`);
    expect(body.events).toHaveLength(2);
  });

  test('goes with the conversation', async () => {
    await posted('gone', 1);
    await seen(anna, 'gone', 1);
    await erasedConversation(acme.owner, 'gone');
    expect((await seen(anna, 'gone', 1)).status).toBeGreaterThanOrEqual(400);
  });
});

test('for a participant it is MESSAGE_SEEN', async () => {
  const participants = [
    { id: 'client', kind: 'CLIENT', display_name: 'C' },
    { id: 'anna', kind: 'USER', user_id: anna.id },
  ];
  await posted('part', 2, { participants });
  expect((await seen(anna, 'part', 1)).status).toBe(204);
  const { body } = await acme.owner.mustCall('GET', '/conversations/part/participants/anna');
  expect(body).toMatchObject({ last_message_sequence_seen: 1, unread_messages_count: 1 });
});

test('where users share a read status, it moves the shared one', async () => {
  const uma = await acme.user('uma');
  const participants = [
    { id: 'client', kind: 'CLIENT', display_name: 'C' },
    { id: 'anna', kind: 'USER', user_id: anna.id },
  ];
  await posted('shared', 3, { conversation_type_id: 'team', participants });
  expect((await seen(uma, 'shared', 2)).status).toBe(204);
  expect(await statusOf(anna, 'shared')).toEqual(status(2, 1));
  expect(await statusOf(uma, 'shared')).toEqual(status(2, 1));
  await seen(anna, 'shared', 3);
  expect(await statusOf(uma, 'shared')).toEqual(status(3, 0));
});

test('clients and API keys have no such call', async () => {
  await posted('roles', 1);
  const [client, key] = [await acme.client('roles'), await acme.apiKey()];
  for (const who of [client, key]) {
    const { status: code } = await who.call('POST', '/conversations/roles/seen', { last_message_sequence_seen: 1 });
    expect(code).toBe(403);
  }
});

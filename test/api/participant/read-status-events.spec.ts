import { afterAll, beforeAll, expect, test } from 'vitest';
import { client, SUPPORT, TEAM } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'read-status', { types: [SUPPORT, TEAM] });
});
afterAll(() => tidings.close());

interface PublicEvent {
  readonly type: string;
  readonly data: object;
}

/** Data of the events about a read status, after the owner and the client of a conversation have read its messages. */
async function toldOf(id: string, type: string): Promise<readonly object[]> {
  const user = { id: `${id}-user`, kind: 'USER', user_id: acme.owner.id };
  const body = { id, conversation_type_id: type, participants: [client(), user] };
  await acme.owner.mustCall('POST', '/conversations', body);
  for (let n = 0; n < 3; n++) await acme.post(id);
  const seen = (participant: string, last: number) =>
    acme.owner.mustCall('POST', `/conversations/${id}/participants/${participant}/activity`, {
      activity: 'MESSAGE_SEEN',
      last_message_sequence_seen: last,
    });
  await seen(user.id, 2);
  await seen(user.id, 1);
  await seen('client', 3);
  const { body: feed } = await acme.owner.mustCall('GET', '/events?limit=1000');
  const events = (feed.events as readonly PublicEvent[]).filter((event) => event.type === 'conversation.read_status');
  return events.map(({ data }) => data);
}

test('a read status that users do not share is told to no webhook', async () => {
  expect(await toldOf('single', SUPPORT.id)).toEqual([]);
});

test('a read status that users share is told once for each time that it moves on', async () => {
  expect(await toldOf('shared', TEAM.id)).toEqual([
    { conversation_id: 'shared', last_message_seen: 2, unread_message_count: 1 },
  ]);
});

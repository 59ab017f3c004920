import { afterAll, beforeAll, expect, test } from 'vitest';
import { erased } from '../../fixtures/erasures.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

const LAST = 'includes=LAST_MESSAGE';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'last-message');
});
afterAll(() => tidings.close());

/** Of the conversation read alone, in a list and by id; all of them are the same. */
async function lastMessage(id: string) {
  const [one, list, byIds] = await Promise.all([
    acme.owner.mustCall('GET', `/conversations/${id}?${LAST}`),
    acme.owner.mustCall('GET', `/conversations?${LAST}`),
    acme.owner.mustCall('POST', `/conversations/by_ids?${LAST}`, { ids: [id] }),
  ]);
  const listed = list.body.conversations.find((each: { id: string }) => each.id === id);
  expect(listed.last_message).toEqual(one.body.last_message);
  expect(byIds.body.conversations[0].last_message).toEqual(one.body.last_message);
  return one.body.last_message;
}

test('a conversation without a message has none', async () => {
  await acme.conversationWithClient('none');
  expect(await lastMessage('none')).toBeUndefined();
});

test('has the first 200 characters of the text, and the members of the contract', async () => {
  await acme.conversationWithClient('long');
  await acme.post('long', 'first');
  const { body } = await acme.post('long', '🙂'.repeat(300));
  expect(await lastMessage('long')).toEqual({
    id: body.id,
    kind: 'TEXT',
    text: '🙂'.repeat(200),
    participant_id: 'client',
    sequence: 2,
    created_at: body.created_at,
  });
});

test('a deleted message has no text, and an erased author’s is erased', async () => {
  await acme.conversationWithClient('gone');
  await acme.post('gone', 'kept');
  const { body } = await acme.post('gone', 'secret');
  await acme.owner.mustCall('DELETE', `/conversations/gone/messages/${body.id}`);
  const deleted = await lastMessage('gone');
  expect(deleted).toMatchObject({ id: body.id, sequence: 2, deleted_at: expect.any(String) });
  expect(deleted).not.toHaveProperty('text');

  await acme.post('gone', 'secret again');
  await erased(acme.owner, '/conversations/gone/participants/client');
  const unnamed = await lastMessage('gone');
  expect(unnamed).toMatchObject({ sequence: 3, kind: 'TEXT', erased: true });
  expect(unnamed).not.toHaveProperty('text');
});

test('a client gets that of its conversation', async () => {
  await acme.conversationWithClient('own');
  const { body } = await acme.post('own', 'hello');
  const client = await acme.client('own');
  const shown = (await client.mustCall('GET', `/conversations/own?${LAST}`)).body;
  expect(shown.last_message).toMatchObject({ id: body.id, text: 'hello' });
});

test('is that of a moment', async () => {
  await acme.conversationWithClient('then');
  const { headers } = await acme.post('then', 'before');
  await acme.post('then', 'after');
  const then = await acme.owner.mustCall('GET', `/conversations/then?${LAST}&at=${headers.get('tidings-position')}`);
  expect(then.body.last_message).toMatchObject({ text: 'before', sequence: 1 });
});

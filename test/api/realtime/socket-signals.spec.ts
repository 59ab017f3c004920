import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type Listener, listenerOf } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
let listener: Listener;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
  await Promise.all([acme.conversationWithClient('c1'), acme.conversationWithClient('c2')]);
  listener = await listenerOf(acme.owner);
});
afterAll(async () => {
  listener.close();
  await tidings.close();
});

const activity = (conversation: string, body: Record<string, unknown>) =>
  acme.owner.mustCall('POST', `/conversations/${conversation}/participants/client/activity`, body);

describe('a signal', () => {
  test.each([
    ['typing', { activity: 'IS_TYPING', source_id: 'm-1' }, 'PARTICIPANT_WAS_TYPING', 'was_typing_at'],
    [
      'an open conversation',
      { activity: 'HAS_CONVERSATION_OPEN' },
      'PARTICIPANT_HAD_CONVERSATION_OPEN',
      'had_conversation_open_at',
    ],
  ])('of %s reaches who listens, without a position', async (_, body, type, member) => {
    await listener.subscribe('conversations');
    await listener.subscribe('conversations/c1');
    await activity('c1', body);
    const frame = await listener.next(type);
    expect(Object.keys(frame).sort()).toEqual(['conversation_id', 'id', 'occurred_at', 'participant', 'type']);
    expect(frame.participant).toMatchObject({ id: 'client', [member]: frame.occurred_at });
    const { body: read } = await acme.owner.mustCall('GET', '/conversations/c1/participants/client');
    expect(read).toMatchObject(frame.participant);
    expect(listener.of(type)).toHaveLength(1);
  });

  test('is heard in its own conversation alone', async () => {
    const one = await listenerOf(acme.owner);
    await one.subscribe('conversations/c2');
    await activity('c1', { activity: 'IS_TYPING', source_id: 'm-2' });
    await activity('c2', { activity: 'IS_TYPING', source_id: 'm-3' });
    const frame = await one.next('PARTICIPANT_WAS_TYPING');
    expect([frame.conversation_id, one.heard.length]).toEqual(['c2', 1]);
    one.close();
  });

  test('reaches a client of the conversation', async () => {
    const client = await listenerOf(await acme.client('c1'));
    await client.subscribe('conversations/c1');
    await activity('c1', { activity: 'IS_TYPING', source_id: 'm-4' });
    await client.next('PARTICIPANT_WAS_TYPING');
    client.close();
  });

  test('is never replayed', async () => {
    await activity('c1', { activity: 'IS_TYPING', source_id: 'm-5' });
    await acme.post('c1', 'the end');
    const late = await listenerOf(acme.owner);
    await late.subscribe('conversations', 'p0');
    await late.next('NEW_MESSAGE', ({ message }) => message.text === 'the end');
    expect(late.of('PARTICIPANT_WAS_TYPING', 'PARTICIPANT_HAD_CONVERSATION_OPEN')).toEqual([]);
    late.close();
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Listener } from '../realtime/listener.js';
import { type NewTenant, newTenant } from '../realtime/tenant.fixture.js';
import { startTidings, type Tidings } from '../support/api.js';

let tidings: Tidings;
let acme: NewTenant;
let listener: Listener;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await newTenant(tidings, 'acme');
  await Promise.all([acme.conversation('c1'), acme.conversation('c2')]);
  listener = await acme.owner.listen();
});
afterAll(async () => {
  listener.close();
  await tidings.close();
});

const activity = (conversation: string, body: Record<string, unknown>) =>
  acme.owner.call('POST', `/conversations/${conversation}/participants/${conversation}-client/activity`, body);

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
    expect(frame.participant).toMatchObject({ id: 'c1-client', [member]: frame.occurred_at });
    const { body: read } = await acme.owner.call('GET', '/conversations/c1/participants/c1-client');
    expect(read).toMatchObject(frame.participant);
    expect(listener.of(type)).toHaveLength(1);
  });

  test('is heard in its own conversation alone', async () => {
    const one = await acme.owner.listen();
    await one.subscribe('conversations/c2');
    await activity('c1', { activity: 'IS_TYPING', source_id: 'm-2' });
    await activity('c2', { activity: 'IS_TYPING', source_id: 'm-3' });
    const frame = await one.next('PARTICIPANT_WAS_TYPING');
    expect([frame.conversation_id, one.heard.length]).toEqual(['c2', 1]);
    one.close();
  });

  test('reaches a client of the conversation', async () => {
    const client = await (await acme.client('c1')).listen();
    await client.subscribe('conversations/c1');
    await activity('c1', { activity: 'IS_TYPING', source_id: 'm-4' });
    await client.next('PARTICIPANT_WAS_TYPING');
    client.close();
  });

  test('is never replayed', async () => {
    await activity('c1', { activity: 'IS_TYPING', source_id: 'm-5' });
    await acme.post('c1', 'the end');
    const late = await acme.owner.listen();
    await late.subscribe('conversations', 'p0');
    await late.next('NEW_MESSAGE', ({ message }) => message.text === 'the end');
    expect(late.of('PARTICIPANT_WAS_TYPING', 'PARTICIPANT_HAD_CONVERSATION_OPEN')).toEqual([]);
    late.close();
  });
});

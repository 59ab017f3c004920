import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client, createConversationType, postMessage, SUPPORT, TEAM } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'own', { types: [SUPPORT, TEAM] });
});
afterAll(() => tidings.close());

const participantsOf = async (id: string) =>
  (await acme.owner.mustCall('GET', `/conversations/${id}?includes=PARTICIPANTS`)).body.participants;
const eventsOf = async () => (await acme.owner.mustCall('GET', '/events?limit=1000')).body.events.length;

/** A conversation with participants of all kinds, among them a deleted user and a user without a name. */
async function withAllKinds(id: string): Promise<void> {
  await createConversationType(acme.owner, {
    ...TEAM,
    id: `type-${id}`,
    display_name_for_workflow_participants: 'Robo',
  });
  await acme.owner.mustCall('POST', '/message_templates', { name: `hi-${id}`, kind: 'TEXT', texts: { en: 'hi' } });
  await acme.owner.mustCall('POST', '/workflows', {
    conversation_type_id: `type-${id}`,
    trigger: {
      kind: 'MESSAGE_ADDED_TO_CONVERSATION',
      message_sequence: 1,
      action: { kind: 'SEND_MESSAGE', template_name: `hi-${id}` },
    },
  });
  const gone = await acme.user(`gone-${id}`);
  await acme.conversation(id, {
    conversation_type_id: `type-${id}`,
    participants: [
      client('carl', { phone_number: '+4930123456', preferred_language: 'de' }),
      { id: 'gone', kind: 'USER', user_id: gone.id },
      { kind: 'USER', user_id: (await acme.user(`uma.${id}`)).id },
      { id: 'olga', kind: 'USER', user_id: acme.owner.id, display_name: 'Olga' },
    ],
  });
  const typing = { activity: 'HAS_CONVERSATION_OPEN' };
  await acme.owner.mustCall('POST', `/conversations/${id}/participants/olga/activity`, typing);
  await postMessage(acme.owner, id, { participant_id: 'carl' });
  // The message of the workflow comes after its participant.
  const messages = () => acme.owner.mustCall('GET', `/conversations/${id}/messages`);
  await expect.poll(async () => (await messages()).body.total_elements).toBe(2);
  await acme.owner.mustCall('DELETE', `/users/${gone.id}`);
}

describe('a PUT of a conversation with its own participants', () => {
  test('of all kinds is 200 and changes nothing', async () => {
    await withAllKinds('c1');
    const read = () => acme.owner.mustCall('GET', '/conversations/c1?includes=PARTICIPANTS');
    const before = (await read()).body;
    const kinds = before.participants.map(({ kind }: { kind: string }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['CLIENT', 'USER', 'SHARED', 'WORKFLOW']));
    const events = await eventsOf();
    const { conversation_type_id, participants } = before;
    const answer = await acme.owner.call('PUT', '/conversations/c1?includes=PARTICIPANTS', {
      conversation_type_id,
      participants,
    });
    expect([answer.status, answer.body]).toEqual([200, before]);
    expect((await read()).body).toEqual(before);
    expect(await eventsOf()).toBe(events);
  });

  test('leaves a user without a name without one', async () => {
    await withAllKinds('c2');
    const { conversation_type_id, participants } = (
      await acme.owner.mustCall('GET', '/conversations/c2?includes=PARTICIPANTS')
    ).body;
    await acme.owner.mustCall('PUT', '/conversations/c2', { conversation_type_id, participants });
    await acme.owner.mustCall('PATCH', '/conversation-types/type-c2', { display_name_shared_by_users: null });
    const carl = await acme.client('c2', 'carl');
    const { body } = await carl.mustCall('GET', '/conversations/c2?includes=PARTICIPANTS');
    const names = body.participants.map(({ display_name }: { display_name: string }) => display_name);
    expect(names.filter((name: string) => name === 'Agent')).toHaveLength(2);
  });

  test('changes what differs, and leaves a deleted user without a name in the body as they were', async () => {
    await withAllKinds('c3');
    const [carl, gone] = ['carl', 'gone'].map(
      (id) => async () => (await participantsOf('c3')).find((each: { id: string }) => each.id === id),
    ) as [() => Promise<Record<string, string>>, () => Promise<Record<string, string>>];
    const before = await gone();
    const { user_id } = before;
    await acme.owner.mustCall('PUT', '/conversations/c3', {
      conversation_type_id: 'type-c3',
      participants: [
        { ...(await carl()), display_name: 'Carla' },
        { id: 'gone', kind: 'USER', user_id },
      ],
    });
    expect((await carl()).display_name).toBe('Carla');
    expect(await gone()).toEqual(before);
    const alone = await acme.owner.call('PUT', '/conversations/c3/participants/gone', { kind: 'USER', user_id });
    expect(alone.status).toBe(200);
  });
});

describe('a PUT of a conversation refuses', () => {
  test.each(['SHARED', 'WORKFLOW'])('a participant of kind %s that it does not have', async (kind) => {
    await acme.conversation(`none-${kind}`, { participants: [client()] });
    for (const [method, path] of [
      ['PUT', `/conversations/none-${kind}`],
      ['PUT', `/conversations/new-${kind}`],
    ] as const) {
      const answer = await acme.owner.call(method, path, {
        conversation_type_id: SUPPORT.id,
        participants: [{ id: 'mine', kind, display_name: 'Mine' }],
      });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'participants.0.kind' }] } });
    }
  });

  test.each(['conversation_id', 'tenant_id'])('a participant whose %s is that of another', async (field) => {
    await acme.conversation(`other-${field}`, { participants: [client()] });
    const [participant] = await participantsOf(`other-${field}`);
    const value = field === 'tenant_id' ? '0190b2f0-0000-7000-8000-000000000000' : 'c1';
    const answer = await acme.owner.call('PUT', `/conversations/other-${field}`, {
      conversation_type_id: SUPPORT.id,
      participants: [{ ...participant, [field]: value }],
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ path: `participants.0.${field}`, code: 'errors.field.mismatch' }] },
    });
  });

  test('a deleted user who takes no part', async () => {
    const gone = await acme.user('elsewhere');
    await acme.owner.mustCall('DELETE', `/users/${gone.id}`);
    await acme.conversation('without', { participants: [client()] });
    const answer = await acme.owner.call('PUT', '/conversations/without', {
      conversation_type_id: SUPPORT.id,
      participants: [{ id: 'gone', kind: 'USER', user_id: gone.id }],
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'participants.0.user_id', code: 'errors.field.reference' }] },
    });
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postMessage } from '../../fixtures/conversations.js';
import {
  createWorkflowTenant,
  leaf,
  notifyParticipants,
  onCreation,
  onData,
  onMessage,
  sendMessage,
  type WorkflowTenant,
} from '../../fixtures/workflows.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: WorkflowTenant;
let n = 0;

beforeAll(async () => {
  tidings = await startTidings({ LOG_LEVEL: 'fatal' });
});
afterAll(() => tidings.close());

/** A tenant of its own for each test, so that no workflow of another acts. */
const fresh = async () => {
  acme = await createWorkflowTenant(tidings, `acme-${++n}`);
  return acme;
};
const client = (id: string, more: object = {}) => ({ id, kind: 'CLIENT', display_name: id, ...more });

describe('a workflow on creation', () => {
  test('sends its message as the workflow participant, in the language of the first client', async () => {
    await fresh();
    await acme.workflow('welcome', onCreation);
    await acme.conversation('c1', {
      participants: [client('k', { preferred_language: 'de' }), client('l', { preferred_language: 'en' })],
      conversation_data: { order: { status: 'new' } },
    });
    const [run] = await acme.untilRuns('welcome', 1);
    const [message] = await acme.messages('c1');
    expect(message.text).toBe('Versandt: new von welcome');
    expect(run).toMatchObject({
      workflow_id: 'welcome',
      conversation_id: 'c1',
      status: 'DONE',
      action: sendMessage,
      effect_id: message.id,
      position: expect.stringMatching(/^p/),
    });
    expect(run).not.toHaveProperty('conditions');
    const { participants } = (await acme.owner.mustCall('GET', '/conversations/c1/participants')).body;
    expect(participants.map((each: { kind: string; display_name: string }) => [each.kind, each.display_name])).toEqual([
      ['CLIENT', 'k'],
      ['CLIENT', 'l'],
      ['WORKFLOW', 'Workflow'],
    ]);
    expect(participants[2].id).toBe(message.participant_id);
  });
  test('speaks under the name its type gives, in the tenant’s language where there is no client', async () => {
    await fresh();
    await acme.owner.mustCall('PATCH', '/conversation-types/support', {
      display_name_for_workflow_participants: 'Robo',
    });
    await acme.workflow('one', onCreation);
    await acme.workflow('two', onCreation);
    await acme.conversation('c1');
    await acme.untilRuns('two', 1);
    expect(await acme.texts('c1')).toEqual(['Shipped:  by one', 'Shipped:  by two']);
    const { participants } = (await acme.owner.mustCall('GET', '/conversations/c1/participants')).body;
    expect(participants).toMatchObject([{ kind: 'WORKFLOW', display_name: 'Robo' }]);
    const path = `/conversations/c1/participants/${participants[0].id}`;
    expect((await acme.owner.call('PATCH', path, { display_name: 'x' })).body.code).toBe(
      'errors.participant.kept_by_service',
    );
  });
  test('counts for what happens after it was created or switched on, and for its type alone', async () => {
    await fresh();
    await acme.conversation('before');
    await acme.workflow('flow', onCreation, { enabled: false });
    await acme.conversation('off');
    await acme.owner.mustCall('PATCH', '/workflows/flow', { enabled: true });
    await acme.owner.mustCall('POST', '/conversations', { id: 'other', conversation_type_id: 'team' });
    await acme.conversation('on');
    await acme.untilRuns('flow', 1);
    await acme.owner.mustCall('PATCH', '/workflows/flow', { enabled: false });
    await acme.conversation('off-again');
    await acme.workflow('last', onCreation);
    await acme.conversation('end');
    await acme.untilRuns('last', 1);
    expect((await acme.runs('flow')).map((run: { conversation_id: string }) => run.conversation_id)).toEqual(['on']);
  });
  test('fails where nothing can be posted, and says why', async () => {
    await fresh();
    await acme.workflow('flow', onCreation);
    await acme.owner.mustCall('PUT', '/conversations/old', { conversation_type_id: 'support', archived: true });
    const [run] = await acme.untilRuns('flow', 1);
    expect(run).toMatchObject({
      status: 'FAILED',
      error: { code: 'errors.conversation.archived', message: expect.any(String) },
    });
    expect(run).not.toHaveProperty('effect_id');
    expect(await acme.messages('old')).toEqual([]);
  });
});

describe('a workflow on messages', () => {
  test('heeds sequence and author, and no workflow’s message unless it says so', async () => {
    await fresh();
    await acme.conversation('c1', { participants: [client('k')] });
    await acme.workflow('second', onMessage({ message_sequence: 2 }));
    await acme.workflow('clients', onMessage({ participant_kind: 'CLIENT' }));
    await acme.workflow('users', onMessage({ participant_kind: 'USER' }));
    await acme.workflow('any', onMessage());
    await postMessage(acme.owner, 'c1', { participant_id: 'k' });
    await acme.untilRuns('any', 1);
    await postMessage(acme.owner, 'c1');
    await acme.untilRuns('any', 2);
    expect((await acme.runs('clients')).length).toBe(1);
    expect((await acme.runs('users')).length).toBe(1);
    expect(await acme.runs('second')).toEqual([]);
    expect((await acme.messages('c1')).length).toBe(6);
  });
  test('that answers workflows ends with the eighth effect', async () => {
    await fresh();
    await acme.conversation('c1', { participants: [client('k')] });
    await acme.workflow('start', onMessage({ participant_kind: 'CLIENT' }));
    await acme.workflow('loop', onMessage({ participant_kind: 'WORKFLOW' }));
    await acme.workflow('mark', onCreation);
    await postMessage(acme.owner, 'c1', { participant_id: 'k' });
    await acme.untilRuns('loop', 7);
    await acme.owner.mustCall('PATCH', '/workflows/loop', { enabled: false });
    await acme.conversation('c2');
    await acme.untilRuns('mark', 1);
    expect((await acme.runs('loop')).length).toBe(7);
    expect((await acme.messages('c1')).length).toBe(9);
  });
});

describe('a workflow on data', () => {
  const status = (value: string) => ({ order: { status: value } });
  const change = (conversation_data: object | null) =>
    acme.owner.mustCall('PATCH', '/conversations/c1', { conversation_data });

  test('takes the first branch that holds, and tells the whole tree', async () => {
    await fresh();
    await acme.conversation('c1', { conversation_data: status('new') });
    const going = leaf('order.status', 'CHANGED_FROM_TO', { old_value: 'new', compare_value: 'sent' });
    const tree = { kind: 'COMPOUND', operator: 'AND', children: [going, leaf('note', 'NOT_EXISTS')] };
    await acme.workflow(
      'flow',
      onData({
        branches: [
          { condition_node: leaf('order.status', 'EQUALS', { compare_value: 'lost' }), action: sendMessage },
          { condition_node: tree, action: sendMessage },
          { condition_node: going, action: sendMessage },
        ],
      }),
    );
    await change(status('sent'));
    await change(status('back'));
    await change({ ...status('lost'), note: 1 });
    const [last, first] = await acme.untilRuns('flow', 2);
    expect(first).toMatchObject({ branch: 1, status: 'DONE' });
    expect(first.conditions).toEqual({
      kind: 'COMPOUND',
      operator: 'AND',
      held: true,
      children: [
        { ...going, held: true, old: 'new', new: 'sent' },
        { ...leaf('note', 'NOT_EXISTS'), held: true },
      ],
    });
    expect(last).toMatchObject({ branch: 0, conditions: { held: true, old: 'back', new: 'lost' } });
    expect(await acme.texts('c1')).toEqual([expect.any(String), 'Shipped: lost by flow']);
  });
  test('does its action where no branch holds, and tells why none did', async () => {
    await fresh();
    await acme.conversation('c1');
    const branches = [{ condition_node: leaf('a', 'EXISTS'), action: notifyParticipants }];
    await acme.workflow('flow', onData({ branches, action: sendMessage }));
    await change({ b: 1 });
    const [run] = await acme.untilRuns('flow', 1);
    expect(run).not.toHaveProperty('branch');
    expect(run.conditions).toEqual({
      kind: 'COMPOUND',
      operator: 'OR',
      held: false,
      children: [{ ...leaf('a', 'EXISTS'), held: false }],
    });
  });
  test('without branches runs on every change, and on none that changes nothing', async () => {
    await fresh();
    await acme.conversation('c1', { conversation_data: { a: 1, b: 2 } });
    await acme.workflow('flow', onData({ action: sendMessage }));
    await change({ b: 2, a: 1 });
    await change({ a: 1 });
    await acme.owner.mustCall('PATCH', '/conversations/c1', { description: 'other' });
    await change(null);
    await change({ a: 2 });
    await acme.untilRuns('flow', 3);
  });
  test('reads data that are too large for an event', async () => {
    await fresh();
    const large = (a: string) => ({ a, filler: 'x'.repeat(200_000) });
    await acme.conversation('c1', { conversation_data: large('old') });
    await acme.workflow('flow', onData({ branches: [{ condition_node: leaf('a', 'CHANGED'), action: sendMessage }] }));
    await change(large('new'));
    const [run] = await acme.untilRuns('flow', 1);
    expect(run.conditions).toMatchObject({ old: 'old', new: 'new' });
    await acme.owner.mustCall('PUT', '/workflows/flow', {
      conversation_type_id: 'support',
      trigger: onData({ branches: [{ condition_node: leaf('filler', 'EXISTS'), action: sendMessage }] }),
    });
    await change(large('newer'));
    const [cut] = await acme.untilRuns('flow', 2);
    expect(cut.conditions.new).toMatch(/^"x{498}…$/);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WorkflowRunner } from '../../../src/modules/automation/workflow/application/workflow-runner.service.js';
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
  tidings = await startTidings();
});
afterAll(() => tidings.close());

const fresh = async () => {
  acme = await createWorkflowTenant(tidings, `past-${++n}`);
  return acme;
};
const from = '2020-01-01T00:00:00Z';
const to = () => new Date(Date.now() + 60_000).toISOString();
const dryRun = async (id: string, body: object = { from, to: to() }) =>
  (await acme.owner.mustCall('POST', `/workflows/${id}/dry-run`, body)).body;
const conversationsOf = (runs: { conversation_id: string }[]) => runs.map(({ conversation_id }) => conversation_id);

/** While nothing is read, things go on happening. */
async function whileTheRunnerRests(work: () => Promise<void>): Promise<void> {
  const runner = tidings.app.get(WorkflowRunner);
  runner.close();
  await work();
  runner.start();
}

describe('what held when it happened counts, however late it is read', () => {
  test('and a workflow that was changed since does nothing', async () => {
    await fresh();
    await acme.workflow('switched', onCreation);
    await acme.workflow('deleted', onCreation);
    await acme.workflow('replaced', onCreation);
    await acme.workflow('late', onCreation, { enabled: false });
    await whileTheRunnerRests(async () => {
      await acme.conversation('c1');
      await acme.owner.mustCall('PATCH', '/workflows/switched', { enabled: false });
      await acme.owner.mustCall('PATCH', '/workflows/late', { enabled: true });
      await acme.owner.mustCall('DELETE', '/workflows/deleted');
      const trigger = onMessage();
      await acme.owner.mustCall('PUT', '/workflows/replaced', { conversation_type_id: 'support', trigger });
      await acme.conversation('c2');
      await acme.workflow('newest', onCreation);
    });
    await acme.untilRuns('late', 1);
    await acme.conversation('c3');
    await acme.untilRuns('newest', 1);
    expect(await acme.runs('switched')).toEqual([]);
    expect(await acme.runs('replaced')).toEqual([]);
    expect(conversationsOf(await acme.runs('late'))).toEqual(['c3', 'c2']);
    expect(conversationsOf(await acme.runs('newest'))).toEqual(['c3']);
    expect(await acme.texts('c1')).toEqual([]);
  });
  test('whatever became of the conversation since', async () => {
    await fresh();
    const data = (a: number) => ({ conversation_data: { a } });
    await acme.workflow(
      'to-two',
      onData({ branches: [{ condition_node: leaf('a', 'EQUALS', { compare_value: 2 }), action: sendMessage }] }),
    );
    await acme.workflow('client', onMessage({ participant_kind: 'CLIENT' }));
    await acme.conversation('c1', { ...data(1), participants: [{ id: 'k', kind: 'CLIENT', display_name: 'K' }] });
    await whileTheRunnerRests(async () => {
      await postMessage(acme.owner, 'c1', { participant_id: 'k' });
      await acme.owner.mustCall('PATCH', '/conversations/c1', data(2));
      await acme.owner.mustCall('PATCH', '/conversations/c1', data(3));
      await acme.owner.mustCall('DELETE', '/conversations/c1/participants/k');
      await acme.owner.mustCall('PUT', '/conversations/c1', { conversation_type_id: 'team', ...data(4) });
    });
    const [run] = await acme.untilRuns('to-two', 1);
    expect(run.conditions).toMatchObject({ old: 1, new: 2 });
    expect((await acme.untilRuns('client', 1)).length).toBe(1);
  });
});

describe('a dry run', () => {
  test('tells when a workflow would have fired, and what is then fired is what it told', async () => {
    await fresh();
    const branches = [
      { condition_node: leaf('a', 'NOT_EXISTS'), action: sendMessage },
      { condition_node: leaf('a', 'CHANGED'), action: sendMessage },
    ];
    await acme.workflow('real', onData({ branches }));
    for (const id of ['c1', 'c2']) await acme.conversation(id, { conversation_data: { a: 0 } });
    for (const conversation_data of [{ a: 1 }, { a: 1, b: 1 }, { b: 1 }, { a: 2 }]) {
      for (const id of ['c1', 'c2']) await acme.owner.mustCall('PATCH', `/conversations/${id}`, { conversation_data });
    }
    const runs = await acme.untilRuns('real', 6);
    await acme.workflow('dry', onData({ branches }), { enabled: false });
    const told = await dryRun('dry');
    expect(told.total_elements).toBe(6);
    const shown = ({ conversation_id, event_id, branch }: Record<string, unknown>) => ({
      conversation_id,
      event_id,
      branch,
    });
    expect(told.conversations.map(shown)).toEqual(runs.toReversed().map(shown));
    expect(await acme.runs('dry')).toEqual([]);
    expect((await acme.messages('c1')).length).toBe(3);
  });
  test('reads no more than the time asked for, and nothing of other tenants', async () => {
    const other = await fresh();
    await other.conversation('theirs');
    await fresh();
    await acme.conversation('c1');
    const between = (await acme.conversation('c2')).answer.body.created_at as string;
    await acme.workflow('flow', onCreation, { enabled: false });
    const all = await dryRun('flow');
    expect(conversationsOf(all.conversations)).toEqual(['c1', 'c2']);
    const late = await dryRun('flow', { from: between, to: to() });
    expect(conversationsOf(late.conversations)).toContain('c2');
    expect(late.events_read).toBeLessThan(all.events_read);
    expect(await dryRun('flow', { from: '2019-01-01T00:00:00Z', to: from })).toEqual({
      conversations: [],
      total_elements: 0,
      events_read: 0,
    });
    const { status, body } = await acme.owner.call('POST', '/workflows/flow/dry-run', { from: to(), to: from });
    expect([status, body.errors[0].path]).toEqual([400, 'to']);
    expect((await acme.owner.call('POST', '/workflows/none/dry-run', { from, to: to() })).status).toBe(404);
  });
});

describe('NOTIFY_PARTICIPANTS', () => {
  const client = (id: string) => ({ id, kind: 'CLIENT', display_name: id, email: `${id}@example.org` });
  const mailed = async (id: string) =>
    (await acme.owner.mustCall('GET', `/conversations/${id}/notifications`)).body.notifications
      .filter(({ channel }: { channel: string }) => channel === 'EMAIL')
      .map((each: Record<string, unknown>) => [each.participant_id, each.run_id]);

  test('reaches every client but the causer, those who came with the conversation too', async () => {
    await fresh();
    await acme.workflow('opened', { ...onCreation, action: notifyParticipants });
    await acme.conversation('c1', { participants: [client('k'), client('l')] });
    const [opened] = await acme.untilRuns('opened', 1);
    expect(opened).toMatchObject({ status: 'DONE', action: notifyParticipants });
    expect(opened).not.toHaveProperty('effect_id');
    expect((await mailed('c1')).toSorted()).toEqual([
      ['k', opened.id],
      ['l', opened.id],
    ]);
    await acme.workflow('written', onMessage({ action: notifyParticipants }));
    await postMessage(acme.owner, 'c1', { participant_id: 'k' });
    const [written] = await acme.untilRuns('written', 1);
    expect((await mailed('c1')).filter(([, run]: unknown[]) => run === written.id)).toEqual([['l', written.id]]);
  });
});

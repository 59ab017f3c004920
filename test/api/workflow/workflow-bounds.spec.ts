import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { WorkflowRunner } from '../../../src/modules/automation/workflow/application/workflow-runner.service.js';
import { postMessage } from '../../fixtures/conversations.js';
import { createWorkflowTenant, onCreation, onMessage, type WorkflowTenant } from '../../fixtures/workflows.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: WorkflowTenant;
let n = 0;

beforeAll(async () => {
  tidings = await startTidings({ LOG_LEVEL: 'fatal', RATE_LIMITS: 'off' });
});
afterAll(() => tidings.close());

const fresh = async () => {
  acme = await createWorkflowTenant(tidings, `bounds-${++n}`);
  return acme;
};
const client = (id: string) => ({ id, kind: 'CLIENT', display_name: id });
const whileTheRunnerRests = async (work: () => Promise<unknown>) => {
  const runner = tidings.app.get(WorkflowRunner);
  runner.close();
  await work();
  runner.start();
};

interface Told {
  readonly status: string;
  readonly error?: { readonly code: string };
}

describe('one root cause', () => {
  test('has at most 100 effects; every run after them fails and says why; the next cause has a budget of its own', async () => {
    await fresh();
    await acme.conversation('c1', { participants: [client('k')] });
    await acme.workflow('start', onMessage({ participant_kind: 'CLIENT' }));
    const loops = ['ping', 'pong'];
    for (const id of loops) await acme.workflow(id, onMessage({ participant_kind: 'WORKFLOW' }));
    await postMessage(acme.owner, 'c1', { participant_id: 'k' });
    for (const id of loops) {
      const count = async () => (await acme.owner.mustCall('GET', `/workflows/${id}/runs?limit=1`)).body.total_elements;
      await expect.poll(count, { timeout: 30_000, interval: 100 }).toBe(limits.workflowEffects);
    }
    expect((await acme.messages('c1')).length).toBe(1 + limits.workflowEffects);
    const pages = await Promise.all(loops.map((id) => acme.owner.mustCall('GET', `/workflows/${id}/runs?limit=1000`)));
    const runs = pages.flatMap(({ body }) => body.runs as Told[]);
    const failed = runs.filter(({ status }) => status === 'FAILED');
    expect(runs.length - failed.length).toBe(limits.workflowEffects - 1);
    expect(new Set(failed.map(({ error }) => error?.code))).toEqual(new Set(['errors.workflow.budget_spent']));

    for (const id of loops) await acme.owner.mustCall('DELETE', `/workflows/${id}`);
    await postMessage(acme.owner, 'c1', { participant_id: 'k' });
    expect((await acme.untilRuns('start', 2))[0]).toMatchObject({ status: 'DONE' });
  }, 60_000);
});

describe('a tenant', () => {
  test('has at most 100 enabled workflows', async () => {
    await fresh();
    const most = limits.workflowsEnabled;
    const body = (id: string, more: object = {}) => ({
      id,
      conversation_type_id: 'support',
      trigger: onCreation,
      ...more,
    });
    for (let i = 1; i < most; i++) await acme.owner.mustCall('POST', '/workflows', body(`w${i}`));
    await acme.owner.mustCall('POST', '/workflows', body('off', { enabled: false }));
    const key = { 'idempotency-key': 'the last one' };
    expect((await acme.owner.call('POST', '/workflows', body('last'), key)).status).toBe(201);

    const refused = [
      await acme.owner.call('POST', '/workflows', body('more')),
      await acme.owner.call('PUT', '/workflows/more', body('more')),
      await acme.owner.call('PUT', '/workflows/off', body('off')),
      await acme.owner.call('PATCH', '/workflows/off', { enabled: true }),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [409, 'errors.workflow.too_many']),
    );
    expect((await acme.owner.call('PUT', '/workflows/last', body('last'))).status).toBe(200);
    expect((await acme.owner.call('PATCH', '/workflows/last', { enabled: true })).status).toBe(200);
    expect((await acme.owner.call('POST', '/workflows', body('more', { enabled: false }))).status).toBe(201);
    await acme.owner.mustCall('PATCH', '/workflows/w1', { enabled: false });
    expect((await acme.owner.call('PATCH', '/workflows/off', { enabled: true })).status).toBe(200);
  }, 60_000);

  test('that asks for many at once has at most 100 as well', async () => {
    await fresh();
    const body = { conversation_type_id: 'support', trigger: onCreation };
    const all = await Promise.all(
      Array.from({ length: limits.workflowsEnabled + 20 }, () => acme.owner.call('POST', '/workflows', body)),
    );
    expect(all.filter(({ status }) => status === 201).length).toBe(limits.workflowsEnabled);
  }, 60_000);

  test('pauses all its workflows with one call, and resumes them', async () => {
    await fresh();
    await acme.workflow('flow', onCreation);
    expect((await acme.owner.mustCall('GET', '/tenant')).body).toMatchObject({
      id: acme.tenantId,
      workflows_paused: false,
    });
    const paused = await acme.owner.mustCall('PATCH', '/tenant', { workflows_paused: true });
    expect(paused.body).toMatchObject({ name: 'Acme', workflows_paused: true });
    await acme.owner.mustCall('PATCH', '/tenant', { workflows_paused: false });
    await whileTheRunnerRests(async () => {
      await acme.conversation('read-late');
      await acme.owner.mustCall('PATCH', '/tenant', { workflows_paused: true });
    });
    const other = acme;
    await fresh();
    await acme.workflow('flow', onCreation);
    await acme.conversation('theirs');
    await acme.untilRuns('flow', 1);
    expect([await other.runs('flow'), await other.texts('read-late')]).toEqual([[], []]);
    await other.owner.mustCall('PATCH', '/tenant', { workflows_paused: false });
    await other.conversation('after');
    const [run] = await other.untilRuns('flow', 1);
    expect(run.conversation_id).toBe('after');
  });
});

describe('before it acts a workflow is asked for again', () => {
  test('and one that was switched off, replaced or deleted meanwhile does nothing', async () => {
    await fresh();
    for (const id of ['off', 'replaced', 'deleted', 'kept']) await acme.workflow(id, onCreation);
    await whileTheRunnerRests(async () => {
      await acme.conversation('c1');
      await acme.owner.mustCall('PATCH', '/workflows/off', { enabled: false });
      await acme.owner.mustCall('PATCH', '/workflows/off', { enabled: true });
      const replacement = { conversation_type_id: 'support', trigger: onMessage({ participant_kind: 'USER' }) };
      await acme.owner.mustCall('PUT', '/workflows/replaced', replacement);
      await acme.owner.mustCall('DELETE', '/workflows/deleted');
    });
    await acme.untilRuns('kept', 1);
    expect(await acme.texts('c1')).toEqual(['Shipped:  by kept']);
    expect([...(await acme.runs('off')), ...(await acme.runs('replaced'))]).toEqual([]);
  });
});

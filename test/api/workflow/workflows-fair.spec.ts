import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../src/engine/commands/command-gateway.js';
import { QueueLengths } from '../../../src/engine/effects/queue-lengths.js';
import { WorkflowRunner } from '../../../src/modules/automation/workflow/application/workflow-runner.service.js';
import { PostMessage } from '../../../src/modules/conversations/message/domain/message.commands.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../src/ports/process/clock.js';
import { client } from '../../fixtures/conversations.js';
import { createWorkflowTenant, onCreation, onMessage, type WorkflowTenant } from '../../fixtures/workflows.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { commandMeta } from '../../support/given/given.js';

const BURST = 400;

let tidings: Tidings;
beforeAll(async () => {
  tidings = await startTidings({ LOG_LEVEL: 'fatal' });
});
afterAll(() => tidings.close());

async function burst({ tenantId }: WorkflowTenant, conversationId: string): Promise<void> {
  const gateway = tidings.app.get<CommandGateway>(COMMAND_GATEWAY);
  const [clock, ids] = [tidings.app.get<Clock>(CLOCK), tidings.app.get<Ids>(IDS)];
  const content = { kind: 'TEXT' as const, text: 'one of many' };
  const post = () => {
    const at = clock.now();
    const commandId = ids.derived(at, randomUUID());
    const meta = commandMeta({ tenantId, actor: 'participant:k', at, commandId });
    return gateway.execute(new PostMessage(conversationId, { content, participantId: 'k', seenBy: 'k' }, meta));
  };
  await Promise.all(Array.from({ length: BURST }, post));
}

test('a burst of one tenant does not delay the workflows of another, and is done after a restart', async () => {
  const loud = await createWorkflowTenant(tidings, 'loud');
  const quiet = await createWorkflowTenant(tidings, 'quiet');
  await loud.workflow('answer', onMessage({ participant_kind: 'CLIENT' }));
  await quiet.workflow('welcome', onCreation);
  await loud.conversation('c1', { participants: [client('k')] });
  const runner = tidings.app.get(WorkflowRunner);
  runner.close();
  await burst(loud, 'c1');
  await quiet.conversation('c1');
  runner.start();
  await quiet.untilRuns('welcome', 1);
  const { body } = await loud.owner.mustCall('GET', '/workflows/answer/runs?limit=1');
  expect(body.total_elements).toBeLessThan(BURST / 2);

  tidings = await tidings.again();
  const owner = loud.owner.at(tidings);
  const count = async () => (await owner.mustCall('GET', '/workflows/answer/runs?limit=1')).body.total_elements;
  await expect.poll(count, { timeout: 60_000, interval: 200 }).toBe(BURST);
  const { body: log } = await owner.mustCall('GET', '/conversations/c1/messages?limit=1');
  expect(log.total_elements).toBe(2 * BURST);
}, 120_000);

test('the failed runs of one message delay no workflow of another tenant', async () => {
  const loud = await createWorkflowTenant(tidings, 'spent');
  const quiet = await createWorkflowTenant(tidings, 'beside');
  const loops = Array.from({ length: 12 }, (_, n) => `w${n}`);
  for (const id of loops) await loud.workflow(id, onMessage({ participant_kind: 'WORKFLOW' }));
  await loud.workflow('start', onMessage({ participant_kind: 'CLIENT' }));
  await quiet.workflow('answer', onMessage({ participant_kind: 'CLIENT' }));
  for (const tenant of [loud, quiet]) await tenant.conversationWithClient('c1');
  const runner = tidings.app.get(WorkflowRunner);
  runner.close();
  await loud.post('c1');
  runner.start();
  await loud.untilRuns('start', 1);
  for (let n = 1; n <= 3; n++) {
    await quiet.post('c1');
    await quiet.untilRuns('answer', n);
  }
  const last = await loud.owner.mustCall('GET', `/workflows/${loops.at(-1)}/runs?limit=1`);
  expect(last.body.total_elements).toBeLessThan(limits.workflowEffects / 2);
  expect(tidings.app.get(QueueLengths).read().get('workflow')).toBeLessThan(10);
}, 60_000);

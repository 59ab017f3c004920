import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WorkflowExecution } from '../../../src/modules/automation/workflow/application/workflow-execution.service.js';
import { WorkflowRunner } from '../../../src/modules/automation/workflow/application/workflow-runner.service.js';
import { createWorkflowTenant, leaf, onData, sendMessage, type WorkflowTenant } from '../../fixtures/workflows.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { until } from '../../support/until.js';

let tidings: Tidings;
let acme: WorkflowTenant;

beforeAll(async () => {
  tidings = await startTidings({ LOG_LEVEL: 'fatal' });
  acme = await createWorkflowTenant(tidings, 'acme');
});
afterAll(() => tidings.close());

test('a run that cannot end well is given up, and holds no other up meanwhile', async () => {
  const large = { a: 1, filler: 'x'.repeat(200_000) };
  await acme.workflow('flow', onData({ branches: [{ condition_node: leaf('a', 'CHANGED'), action: sendMessage }] }));
  for (const id of ['broken', 'whole']) await acme.conversation(id);
  const runner = tidings.app.get(WorkflowRunner);
  runner.close();
  await acme.owner.mustCall('PATCH', '/conversations/broken', { conversation_data: large });
  rmSync(join(tidings.dataDir, 'blobs'), { recursive: true });
  runner.start();
  const { attempts } = tidings.app.get(WorkflowExecution) as unknown as { attempts: ReadonlyMap<string, number> };
  await until(
    async () => attempts.size,
    (count) => count > 0,
  );
  await acme.owner.mustCall('PATCH', '/conversations/whole', { conversation_data: { a: 1 } });
  await acme.owner.mustCall('PATCH', '/conversations/broken', { conversation_data: { a: 2 } });
  const failing: number[] = [];
  const runs = await until(
    () => {
      failing.push(attempts.size);
      return acme.runs('flow');
    },
    (found) => found.length === 2,
  );
  expect(Math.max(...failing), 'a later event of the conversation waits').toBe(1);
  const [whole, broken] = runs.toSorted((a: { at: string }, b: { at: string }) => (a.at < b.at ? -1 : 1));
  expect(whole).toMatchObject({ conversation_id: 'whole', status: 'DONE' });
  expect(broken).toMatchObject({ conversation_id: 'broken', status: 'FAILED', action: sendMessage });
  expect(broken.error.code).toBe('errors.internal');
  expect((await acme.messages('whole')).length).toBe(1);
});

import { describe, test } from 'vitest';
import type { WorkflowRan } from '../../../../src/modules/automation/workflow/domain/workflow.events.js';
import { RecordWorkflowRun } from '../../../../src/modules/automation/workflow/domain/workflow-run.commands.js';
import { workflowRunDecider } from '../../../../src/modules/automation/workflow/domain/workflow-run.decider.js';
import { given, metaOf } from '../../../support/given/given.js';

const data: WorkflowRan['data'] = {
  runId: 'run',
  conversationId: 'case',
  eventId: 'event',
  eventPosition: 7,
  status: 'DONE',
  action: { kind: 'SEND_MESSAGE', templateName: 'welcome' },
};
const record = (more: Partial<WorkflowRan['data']> = {}) =>
  new RecordWorkflowRun('workflow.event', { ...data, ...more }, metaOf('workflowRun-x', 1));

describe('the record of a workflow run', () => {
  const run = given(workflowRunDecider);

  test('is made once', () => run().when(record()).gives({ type: 'WorkflowRan', data }));

  test('stays as it was first made', () =>
    run({ type: 'WorkflowRan', data })
      .when(record({ status: 'FAILED', error: 'errors.internal' }))
      .nothing());
});

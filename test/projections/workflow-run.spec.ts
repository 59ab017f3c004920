import { expect, test } from 'vitest';
import { workflowRuns } from '../../projections/workflow-run/projection.js';
import { innerId, streamName } from '../../src/kernel/stream.js';
import type { WorkflowRan } from '../../src/modules/automation/workflow/domain/workflow.events.js';
import { TENANT } from '../support/given/given.js';
import { givenProjection } from '../support/given/given-projection.js';

const ran: WorkflowRan = {
  type: 'WorkflowRan',
  data: {
    runId: 'run',
    conversationId: 'c',
    eventId: 'e',
    eventPosition: 7,
    status: 'DONE',
    action: { kind: 'SEND_MESSAGE', templateName: 'hello' },
    effectId: 'message',
  },
};

test('a run stands under its workflow, at the position of the event that set it off', () => {
  const key = innerId('w', 'e');
  const { docs } = givenProjection(workflowRuns)({ event: ran, stream: streamName('workflowRun', TENANT, key) });
  const { eventPosition: position, ...said } = ran.data;
  expect(docs.get(key)).toEqual({ ...said, position, workflowId: 'w', at: expect.any(String) });
});

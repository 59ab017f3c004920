import type { Instant } from '../../src/kernel/instant.js';
import { creates, projection } from '../../src/kernel/projection.js';
import { parseInnerId, parseStreamName } from '../../src/kernel/stream.js';
import type { WorkflowRan } from '../../src/modules/automation/workflow/domain/workflow.events.js';

export type WorkflowRun = Omit<WorkflowRan['data'], 'eventPosition'> & {
  readonly workflowId: string;
  /** Position of the event that triggered the run. */
  readonly position: number;
  readonly at: Instant;
};

/** Runs of workflows, by workflow and triggering event. */
export const workflowRuns = projection<WorkflowRun, WorkflowRan>({
  name: 'workflow-run',
  version: 2,
  erasedWith: 'conversation',
  fields: {
    workflowId: ({ workflowId }) => workflowId,
    position: ({ position }) => position,
    eventId: ({ eventId }) => eventId,
  },
  indexes: [['workflowId', 'position'], ['eventId']],
  counters: [['workflowId']],

  key: ({ meta }) => parseStreamName(meta.stream).id,

  on: {
    WorkflowRan: creates(({ data: { eventPosition: position, ...run }, meta }) => {
      const [workflowId] = parseInnerId(parseStreamName(meta.stream).id);
      return { ...run, workflowId, position, at: meta.at };
    }),
  },
});

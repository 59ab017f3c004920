import { type Decider, decideBy } from '../../../../kernel/decider.js';
import type { WorkflowRan } from './workflow.events.js';
import type { RecordWorkflowRun } from './workflow-run.commands.js';

/** Whether the run of one workflow for one event is recorded. */
export interface WorkflowRunState {
  readonly recorded: boolean;
}

/** The first record of a run is final; a second one changes nothing. */
export const workflowRunDecider: Decider<RecordWorkflowRun, WorkflowRunState, WorkflowRan> = {
  category: 'workflowRun',
  initial: { recorded: false },
  decide: decideBy({
    RecordWorkflowRun: ({ data }, { recorded }) => (recorded ? [] : [{ type: 'WorkflowRan', data }]),
  }),
  evolve: () => ({ recorded: true }),
};

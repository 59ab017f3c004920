import { command } from '../../../../kernel/command.js';
import type { WorkflowRan } from './workflow.events.js';

/** Decided on the run's own stream, `workflowRun-<tenant>_<workflow>.<event>`. */
export class RecordWorkflowRun extends command('RecordWorkflowRun')<WorkflowRan['data']> {}

export const workflowRunCommands = [RecordWorkflowRun] as const;

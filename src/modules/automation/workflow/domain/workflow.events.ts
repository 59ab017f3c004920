import type { RejectionCode } from '../../../../catalogue/errors/rejections.js';
import type { Event, EventTypes } from '../../../../kernel/event.js';
import type { EvaluatedNode } from './workflow.conditions.js';
import type { Action } from './workflow.resource.js';

/** Result of a workflow for an event. Its own stream, `workflowRun-<tenant>_<workflow>.<event>`, makes it unique. */
export type WorkflowRan = Event<
  'WorkflowRan',
  {
    readonly runId: string;
    readonly conversationId: string;
    readonly eventId: string;
    readonly eventPosition: number;
    readonly status: 'DONE' | 'FAILED';
    readonly action: Action;
    readonly branch?: number;
    readonly conditions?: EvaluatedNode;
    /** Id of the message that was sent. */
    readonly effectId?: string;
    readonly error?: RejectionCode;
    /** Placeholders of the text without a value. */
    readonly missing?: readonly string[];
  }
>;

export const workflowEventTypes: EventTypes<WorkflowRan> = {
  WorkflowRan: { version: 1, personal: ['conditions'], subject: 'conversation' },
};

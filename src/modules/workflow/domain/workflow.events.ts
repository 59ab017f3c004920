import type { RejectionCode } from '../../../catalogue/errors/rejections.js';
import type { Event, EventTypes } from '../../../kernel/event.js';
import type { EvaluatedNode } from './workflow.conditions.js';
import type { Action } from './workflow.resource.js';

/** What a workflow did about an event. In a stream of its own, `workflowRun-<tenant>_<workflow>.<event>`, so once. */
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
    /** Of the message it sent. */
    readonly effectId?: string;
    readonly error?: RejectionCode;
    /** Placeholders of the text without a value. */
    readonly missing?: readonly string[];
  }
>;

export const workflowEventTypes: EventTypes<WorkflowRan> = {
  WorkflowRan: { version: 1, personal: ['conditions'] },
};

import { limits } from '../../../../catalogue/limits/limits.js';
import { type ResourceState, resource } from '../../../../kernel/resource.js';

export const TRIGGER_KINDS = [
  'MESSAGE_ADDED_TO_CONVERSATION',
  'CONVERSATION_CREATED',
  'CONVERSATION_DATA_CHANGED',
] as const;
export const ACTION_KINDS = ['NOTIFY_PARTICIPANTS', 'SEND_MESSAGE'] as const;
export const NODE_KINDS = ['COMPOUND', 'LEAF'] as const;
export const COMPOUND_OPERATORS = ['AND', 'OR', 'NOT'] as const;
export const LEAF_OPERATORS = ['EQUALS', 'CHANGED_FROM_TO', 'CHANGED', 'EXISTS', 'NOT_EXISTS'] as const;
export const AUTHOR_KINDS = ['USER', 'CLIENT', 'SHARED', 'WORKFLOW'] as const;

export type LeafOperator = (typeof LEAF_OPERATORS)[number];

export interface Compound {
  readonly kind: 'COMPOUND';
  readonly operator: (typeof COMPOUND_OPERATORS)[number];
  readonly children: readonly ConditionNode[];
}

export interface Leaf {
  readonly kind: 'LEAF';
  readonly operator: LeafOperator;
  /** A path of conversation_data. */
  readonly target: string;
  readonly compareValue?: unknown;
  readonly oldValue?: unknown;
}

export type ConditionNode = Compound | Leaf;

export interface Action {
  readonly kind: (typeof ACTION_KINDS)[number];
  readonly templateName: string;
}

export interface Branch {
  readonly condition: ConditionNode;
  readonly action: Action;
}

export interface MessageTrigger {
  readonly kind: 'MESSAGE_ADDED_TO_CONVERSATION';
  readonly action: Action;
  readonly messageSequence?: number;
  readonly participantKind?: (typeof AUTHOR_KINDS)[number];
}

export interface CreationTrigger {
  readonly kind: 'CONVERSATION_CREATED';
  readonly action: Action;
}

/** The first branch that holds acts; `action` where none does. */
export interface DataTrigger {
  readonly kind: 'CONVERSATION_DATA_CHANGED';
  readonly action?: Action;
  readonly branches?: readonly Branch[];
}

export type Trigger = MessageTrigger | CreationTrigger | DataTrigger;

/** Automatic action for the conversations of one type (specification 3). */
export interface Workflow {
  readonly conversationTypeId: string;
  readonly enabled: boolean;
  readonly trigger: Trigger;
}

export const workflow = resource<'Workflow', Workflow>({
  name: 'Workflow',
  category: 'workflow',
  absent: 'errors.workflow.not_found',
  exists: 'errors.workflow.exists',
  personal: ['trigger'],
});

/** The enabled workflows of a tenant. */
export const enabledWorkflows = {
  name: 'enabledWorkflows',
  max: limits.workflowsEnabled,
  code: 'errors.workflow.too_many',
  decider: workflow.decider,
  counts: ({ record }: ResourceState<Workflow>) => record?.value.enabled === true,
} as const;

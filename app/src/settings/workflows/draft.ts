import type {
  CompoundOperator,
  ConditionNode,
  LeafOperator,
  ParticipantKind,
  WorkflowAction,
  WorkflowBranch,
  WorkflowTrigger,
} from '../../../../sdk/src/api.js';

export const TRIGGER_KINDS = [
  'CONVERSATION_CREATED',
  'CONVERSATION_DATA_CHANGED',
  'MESSAGE_ADDED_TO_CONVERSATION',
] as const satisfies readonly WorkflowTrigger['kind'][];
export const LEAF_OPERATORS: readonly LeafOperator[] = ['EQUALS', 'CHANGED', 'CHANGED_FROM_TO', 'EXISTS', 'NOT_EXISTS'];
export const COMPOUND_OPERATORS: readonly CompoundOperator[] = ['AND', 'OR', 'NOT'];

/** A condition while it is written: values are JSON texts. */
export interface LeafDraft {
  readonly kind: 'LEAF';
  readonly key: number;
  readonly operator: LeafOperator;
  readonly target_identifier: string;
  readonly compare_value: string;
  readonly old_value: string;
}

export interface CompoundDraft {
  readonly kind: 'COMPOUND';
  readonly key: number;
  readonly operator: CompoundOperator;
  readonly children: readonly NodeDraft[];
}

export type NodeDraft = LeafDraft | CompoundDraft;

export interface BranchDraft {
  readonly key: number;
  readonly condition: NodeDraft;
  readonly action: WorkflowAction;
}

/** Every member that one of the triggers has. The trigger of the chosen kind takes its own. */
export interface TriggerDraft {
  readonly kind: WorkflowTrigger['kind'];
  readonly action: WorkflowAction;
  /** Whether the action also runs where no branch holds. */
  readonly hasElse: boolean;
  readonly sequence: string;
  readonly participantKind: ParticipantKind | undefined;
  readonly branches: readonly BranchDraft[];
}

let lastKey = 0;
const nextKey = (): number => ++lastKey;

export const usesCompare = (operator: LeafOperator): boolean => operator === 'EQUALS' || operator === 'CHANGED_FROM_TO';
export const usesOld = (operator: LeafOperator): boolean => operator === 'CHANGED_FROM_TO';

export const NEW_ACTION: WorkflowAction = { kind: 'SEND_MESSAGE', template_name: '' };

export const newLeaf = (): LeafDraft => ({
  kind: 'LEAF',
  key: nextKey(),
  operator: 'EQUALS',
  target_identifier: '',
  compare_value: '',
  old_value: '',
});
export const groupOf = (...children: readonly NodeDraft[]): CompoundDraft => ({
  kind: 'COMPOUND',
  key: nextKey(),
  operator: 'AND',
  children,
});
export const newBranch = (): BranchDraft => ({ key: nextKey(), condition: newLeaf(), action: NEW_ACTION });

const textOf = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));

function nodeDraft(node: ConditionNode): NodeDraft {
  if (node.kind === 'COMPOUND') return { ...groupOf(...node.children.map(nodeDraft)), operator: node.operator };
  const { operator, target_identifier, compare_value, old_value } = node;
  return {
    ...newLeaf(),
    operator,
    target_identifier,
    compare_value: textOf(compare_value),
    old_value: textOf(old_value),
  };
}

export function draftOf(trigger: WorkflowTrigger | undefined): TriggerDraft {
  const { kind, action } = trigger ?? { kind: 'CONVERSATION_CREATED' as const };
  const branches = trigger?.kind === 'CONVERSATION_DATA_CHANGED' ? (trigger.branches ?? []) : [];
  const ofMessage = trigger?.kind === 'MESSAGE_ADDED_TO_CONVERSATION' ? trigger : undefined;
  return {
    kind,
    action: action ?? NEW_ACTION,
    hasElse: action !== undefined,
    sequence: String(ofMessage?.message_sequence ?? ''),
    participantKind: ofMessage?.participant_kind,
    branches: branches.map(({ condition_node, action: own }) => ({
      key: nextKey(),
      condition: nodeDraft(condition_node),
      action: own,
    })),
  };
}

function nodeOf(draft: NodeDraft): ConditionNode {
  if (draft.kind === 'COMPOUND') {
    const { kind, operator, children } = draft;
    return { kind, operator, children: children.map(nodeOf) };
  }
  const { kind, operator, target_identifier, compare_value, old_value } = draft;
  return {
    kind,
    operator,
    target_identifier: target_identifier.trim(),
    ...(usesCompare(operator) ? { compare_value: JSON.parse(compare_value) } : {}),
    ...(usesOld(operator) ? { old_value: JSON.parse(old_value) } : {}),
  };
}

/** The trigger that is sent. The form has checked that values are JSON. */
export function triggerOf({
  kind,
  action,
  hasElse,
  sequence,
  participantKind,
  branches,
}: TriggerDraft): WorkflowTrigger {
  if (kind === 'CONVERSATION_CREATED') return { kind, action };
  if (kind === 'MESSAGE_ADDED_TO_CONVERSATION')
    return {
      kind,
      action,
      ...(sequence === '' ? {} : { message_sequence: Number(sequence) }),
      ...(participantKind === undefined ? {} : { participant_kind: participantKind }),
    };
  const sent = branches.map(
    ({ condition, action: own }): WorkflowBranch => ({ condition_node: nodeOf(condition), action: own }),
  );
  if (sent.length === 0) return { kind, action };
  return { kind, branches: sent, ...(hasElse ? { action } : {}) };
}

/** Paths of the service's errors that a control of this node shows. */
function pathsOfNode(node: NodeDraft, path: string): readonly string[] {
  if (node.kind === 'COMPOUND')
    return [
      `${path}.operator`,
      `${path}.children`,
      ...node.children.flatMap((child, at) => pathsOfNode(child, `${path}.children.${at}`)),
    ];
  return ['operator', 'target_identifier', 'compare_value', 'old_value'].map((name) => `${path}.${name}`);
}

/** Paths of the service's errors that a control of the form shows. */
export const pathsOf = ({ branches }: TriggerDraft): readonly string[] => [
  'id',
  'conversation_type_id',
  'trigger.message_sequence',
  'trigger.participant_kind',
  'trigger.action.template_name',
  ...branches.flatMap(({ condition }, at) => [
    `trigger.branches.${at}.action.template_name`,
    ...pathsOfNode(condition, `trigger.branches.${at}.condition_node`),
  ]),
];

import type { ConditionNode, Trigger } from './workflow.resource.js';

/** A path of conversation_data that a condition names, and the path of the leaf in the workflow's body. */
export interface ConditionTarget {
  readonly target: string;
  readonly path: string;
}

/** The targets of all conditions of a trigger, in order. */
export function targetsOf(trigger: Trigger): readonly ConditionTarget[] {
  const branches = 'branches' in trigger ? (trigger.branches ?? []) : [];
  return branches.flatMap(({ condition }, n) => targetsIn(condition, `trigger.branches.${n}.condition_node`));
}

const targetsIn = (node: ConditionNode, path: string): readonly ConditionTarget[] =>
  node.kind === 'LEAF'
    ? [{ target: node.target, path }]
    : node.children.flatMap((child, n) => targetsIn(child, `${path}.children.${n}`));

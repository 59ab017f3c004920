import { equal } from '../../../../kernel/equal.js';
import { cutText } from '../../../../lib/cut-text.js';
import { valueAt } from '../../../../lib/template.js';
import type { Compound, ConditionNode, Leaf } from './workflow.resource.js';

/** A condition with its result: for each node whether it held, for leaves also the compared values. */
export type EvaluatedCompound = Omit<Compound, 'children'> & {
  readonly held: boolean;
  readonly children: readonly EvaluatedNode[];
};
/** `old` and `new` are left out where the path led nowhere. */
export type EvaluatedLeaf = Leaf & { readonly held: boolean; readonly old?: unknown; readonly new?: unknown };
export type EvaluatedNode = EvaluatedCompound | EvaluatedLeaf;

/** A value of which the record of a run would grow too large is kept as the beginning of its JSON. */
const MOST_KEPT = 500;

/** Judges every node, also those that no longer matter: what a run shows is the whole tree. Total. */
export function evaluate(node: ConditionNode, before: unknown, after: unknown): EvaluatedNode {
  if (node.kind === 'LEAF') return evaluateLeaf(node, valueAt(before, node.target), valueAt(after, node.target));
  const children = node.children.map((child) => evaluate(child, before, after));
  return { ...node, children, held: combined(node.operator, children) };
}

/** Why no branch was taken: none of them held. */
export const noBranchHeld = (children: readonly EvaluatedNode[]): EvaluatedCompound => ({
  kind: 'COMPOUND',
  operator: 'OR',
  children,
  held: false,
});

function combined(operator: Compound['operator'], children: readonly EvaluatedNode[]): boolean {
  switch (operator) {
    case 'AND':
      return children.every(({ held }) => held);
    case 'OR':
      return children.some(({ held }) => held);
    case 'NOT':
      return !children[0]?.held;
  }
}

function evaluateLeaf(leaf: Leaf, old: unknown, now: unknown): EvaluatedLeaf {
  return {
    ...leaf,
    held: holds(leaf, old, now),
    ...(old === undefined ? {} : { old: record(old) }),
    ...(now === undefined ? {} : { new: record(now) }),
  };
}

/** Undefined equals no value that a condition can name. */
function holds({ operator, compareValue, oldValue }: Leaf, old: unknown, now: unknown): boolean {
  switch (operator) {
    case 'EQUALS':
      return now !== undefined && equal(now, compareValue);
    case 'CHANGED_FROM_TO':
      return (
        old !== undefined && now !== undefined && !equal(old, now) && equal(old, oldValue) && equal(now, compareValue)
      );
    case 'CHANGED':
      return !equal(old, now);
    case 'EXISTS':
      return now !== undefined;
    case 'NOT_EXISTS':
      return now === undefined;
  }
}

function record(value: unknown): unknown {
  const json = JSON.stringify(value);
  return json.length <= MOST_KEPT ? value : `${cutText(json, MOST_KEPT - 1)}…`;
}

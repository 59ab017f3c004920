/** Bounds of workflows. */
export const workflowLimits = {
  /** Bytes of a trigger as compact JSON. */
  workflowBytes: 65_536,
  /** Branches of a trigger. */
  workflowBranches: 50,
  /** Condition nodes of a trigger, over all branches. */
  workflowNodes: 200,
  /** Levels of a condition tree. */
  workflowDepth: 16,
} as const;

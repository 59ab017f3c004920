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
  /** Enabled workflows of a tenant. */
  workflowsEnabled: 100,
  /** Effects of workflows that one root cause has. */
  workflowEffects: 100,
} as const;

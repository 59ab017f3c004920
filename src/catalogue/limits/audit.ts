/** Bounds of checkpoints of the event log. */
export const auditLimits = {
  /** Least seconds between two checkpoints of a tenant that has new events. */
  checkpointSeconds: 10,
  /** Characters of a checkpoint as a signed note. */
  checkpointNote: 1000,
} as const;

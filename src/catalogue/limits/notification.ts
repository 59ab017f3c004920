/** Bounds of notifications. */
export const notificationLimits = {
  /** Characters of an SMS sender id. */
  smsSenderId: 11,
} as const;

/** Bounds of notifications. Lengths count code points. */
export const notificationLimits = {
  /** Characters of an SMS sender id. */
  smsSenderId: 11,
  /** Characters of an SMS. */
  sms: 1600,
} as const;

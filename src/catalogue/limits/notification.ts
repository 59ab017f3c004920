/** Bounds of notifications. Lengths count code points. */
export const notificationLimits = {
  /** Characters of an SMS sender id. */
  smsSenderId: 11,
  /** Characters of an SMS. */
  sms: 1600,
  /** Push subscriptions of a user or client. The oldest end. */
  pushSubscriptions: 20,
  /** Devices that are told of one message. */
  pushesOfMessage: 1000,
} as const;

/** Bounds of notifications. Lengths count code points. */
export const notificationLimits = {
  /** Characters of an SMS sender id. */
  smsSenderId: 11,
  /** Characters of an SMS. */
  sms: 1600,
  /** Push subscriptions of a user or client. The oldest end. */
  pushSubscriptions: 20,
  /** Characters of the public key of a device: 65 bytes in base64url. */
  pushPoint: 87,
  /** Characters of the secret of a device: 16 bytes in base64url. */
  pushSecret: 22,
  /** Devices that get a push for one message. */
  pushesOfMessage: 1000,
} as const;

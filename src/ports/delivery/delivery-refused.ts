/** Nothing was sent, for certain. After any other error of a sender, something may have been sent. */
export class DeliveryRefused extends Error {
  constructor(
    /** A code for people to read: `connection_refused`; never what the other side said. */
    readonly reason: string,
    /** Another attempt may succeed. */
    readonly again: boolean,
  ) {
    super(reason);
  }
}

/** The receiver refused such deliveries. The outcome is a decision and no failure. */
export class DeliverySuppressed extends DeliveryRefused {
  constructor(reason: string) {
    super(reason, false);
  }
}

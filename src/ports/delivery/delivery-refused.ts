/** Nothing went out, for certain. Whatever else a sender throws leaves it open whether something did. */
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

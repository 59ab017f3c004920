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

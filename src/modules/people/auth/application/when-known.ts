/**
 * Continues with a value, at once if it is known. So a request with a known credential never waits for the next turn of
 * the event loop.
 */
export const whenKnown = <A, B>(value: A | Promise<A>, next: (value: A) => B | Promise<B>): B | Promise<B> =>
  value instanceof Promise ? value.then(next) : next(value);

/** Appends values one by one: a call takes only about 100,000 arguments, so spreading a long list into `push` throws. */
export function appendAll<T>(list: T[], values: Iterable<T>): void {
  for (const value of values) list.push(value);
}

/** The smallest of any number of values; infinite without any. */
export function smallest<T>(values: Iterable<T>, of: (value: T) => number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const value of values) least = Math.min(least, of(value));
  return least;
}

/**
 * Appends values one by one: a call takes only about 100,000 arguments, so spreading a long list into `push` throws.
 */
export function appendAll<T>(list: T[], values: Iterable<T>): void {
  for (const value of values) list.push(value);
}

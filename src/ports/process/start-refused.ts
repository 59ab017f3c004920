/**
 * The process cannot start, for a reason that the operator can remove, such as a damaged file. The message is one
 * sentence that says what to do. It is printed without a stack.
 */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

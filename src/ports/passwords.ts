import { token } from '../kernel/token.js';
/** Slow on purpose, a few at a time. */
export interface Passwords {
  /** @throws Rejection `errors.rate_limited` when too many wait */
  hash(password: string): Promise<string>;
  /**
   * Without a hash (nobody of that name) it takes as long as with one, and is false.
   * @throws Rejection `errors.rate_limited` when too many wait
   */
  verify(hash: string | undefined, password: string): Promise<boolean>;
}

export const PASSWORDS = token<Passwords>('Passwords');

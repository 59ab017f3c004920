import { SignedOut, TidingsError } from '../errors.js';

/** Why a store follows its conversation no more. `gone`: it was erased or removed, or the reader may not read it. */
export interface Ended {
  readonly reason: 'signed-out' | 'gone' | 'failed';
  readonly error: unknown;
}

const GONE = /^errors\.(not_found|forbidden|conversation\.(not_found|erased)|tenant\.suspended)$/;

/** The end that an error of a call for the conversation means; undefined: the next call may succeed. */
export function endingOf(error: unknown): Ended | undefined {
  if (error instanceof SignedOut) return { reason: 'signed-out', error };
  if (error instanceof TidingsError && GONE.test(error.code)) return { reason: 'gone', error };
  return undefined;
}

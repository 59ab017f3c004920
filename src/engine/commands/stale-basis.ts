import type { RejectionCode } from '../../catalogue/errors/rejections.js';
import { Rejection } from '../../kernel/rejection.js';
import { type IfMatch, meets } from '../../kernel/revision.js';

/** A resource that the command rests on has changed since it was judged, so the command is judged again. */
export class StaleBasis extends Error {}

/** Sends a command that is judged again where its decider refuses it with the code. @throws StaleBasis */
export async function judgedAgainAt<T>(code: RejectionCode, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Rejection && error.code === code) throw new StaleBasis();
    throw error;
  }
}

/**
 * Sends a command that was judged on a revision of its own resource, for that revision alone. If the request requires
 * another revision, the decider refuses the command, unless an earlier request has done it.
 * @throws StaleBasis where the resource has another revision by now
 */
export function onRevision<T>(
  required: IfMatch | undefined,
  revision: number | undefined,
  send: (ifMatch: IfMatch | undefined) => Promise<T>,
): Promise<T> {
  if (!meets(required, revision)) return send(required);
  return judgedAgainAt('errors.precondition.failed', () => send(revision === undefined ? 'none' : [revision]));
}

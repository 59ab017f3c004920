import type { RejectionCode } from '../../../../catalogue/errors/rejections.js';
import { Rejection, reject } from '../../../../kernel/rejection.js';

const LOOKS = 20;
const PAUSE_MS = 25;

const OF_GATES: readonly RejectionCode[] = ['errors.conversation.archived', 'errors.participant.not_found'];

/** The messages were closed after the caller looked at the conversation. */
class GateMet extends Error {}

/** Sends a message; what the decider refuses because of a gate is to be looked at again. @throws GateMet */
export async function pastGates<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Rejection && OF_GATES.includes(error.code)) throw new GateMet(error.code);
    throw error;
  }
}

/**
 * Makes a first attempt on the state that this process knows. After a refusal, the second attempt uses the latest state.
 * @throws as the second attempt
 */
export async function refusedOnLatest<T>(first: () => Promise<T>, second: () => Promise<T>): Promise<T> {
  try {
    return await first();
  } catch (error) {
    if (!(error instanceof GateMet || error instanceof Rejection)) throw error;
    return second();
  }
}

/**
 * Repeats a look at the conversation and the sending behind it, until the conversation says why the messages are closed or
 * they are open again. @throws Rejection 503 where they stay closed for half a second without a reason
 */
export async function lookingAgain<T>(attempt: () => Promise<T>): Promise<T> {
  for (let look = 1; look <= LOOKS; look++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof GateMet)) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  return reject('errors.position.not_reached');
}

// Runs in a thread of its own.
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, type Options, verifySync } from '@node-rs/argon2';

export type ToHashThread =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: Options }
  | { readonly kind: 'verify'; readonly password: string; readonly known: string };

export type FromHashThread = { readonly result: string | boolean } | { readonly failure: string };

// On Linux the priority is the thread's: the event loop does not wait for a processor behind it.
if (process.platform === 'linux') setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));

function answer(message: ToHashThread): FromHashThread {
  try {
    const { password } = message;
    return {
      result: message.kind === 'hash' ? hashSync(password, message.cost) : verifySync(message.known, password),
    };
  } catch (error) {
    return { failure: String((error as Error).message) };
  }
}

parentPort?.on('message', (message: ToHashThread) => parentPort?.postMessage(answer(message)));

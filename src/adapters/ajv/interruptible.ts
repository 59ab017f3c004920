// Runs in the validator's process, which from source knows packages and Node alone.
import { Script } from 'node:vm';

const NAME = 'runInterruptibly';
const script = new Script(`${NAME}()`);

/** The result of `work`, or `interrupted` where SIGINT arrived before its end. */
export function interruptible<T>(work: () => T): T | 'interrupted' {
  Object.assign(globalThis, { [NAME]: work });
  try {
    return script.runInThisContext({ breakOnSigint: true }) as T;
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') return 'interrupted';
    throw error;
  } finally {
    Object.assign(globalThis, { [NAME]: undefined });
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lowers the threads that hash passwords and read files, so that the event loop does not wait for a processor behind
 * them. Only Linux gives each thread a priority of its own.
 */
export async function lowerThreadPool(): Promise<void> {
  if (process.platform !== 'linux') return;
  // The threads start with the first work for them.
  await stat('.');
  const priority = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL);
  for (const thread of readdirSync('/proc/self/task'))
    if (readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').startsWith('libuv'))
      setPriority(Number(thread), priority);
}

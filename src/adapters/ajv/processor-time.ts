import { readFileSync } from 'node:fs';

/** Milliseconds that the main thread of a process had a processor; `undefined` where the system does not tell. */
export function processorMs(pid: number | undefined): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1_000_000;
  } catch {
    return undefined;
  }
}

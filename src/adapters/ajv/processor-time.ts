import { readFileSync } from 'node:fs';

/** Milliseconds that the main thread of a process had a processor; `undefined` where the system does not tell. */
function processorMs(pid: number | undefined): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1_000_000;
  } catch {
    return undefined;
  }
}

export interface JobStart {
  readonly pid: number | undefined;
  readonly at: number;
  readonly processorMs: number | undefined;
}

/** The process begins a job, or a step of it. */
export const jobStart = (pid: number | undefined): JobStart => ({
  pid,
  at: performance.now(),
  processorMs: processorMs(pid),
});

/** Milliseconds that the job had a processor so far; those that passed, where the system does not tell. */
export function jobMs({ pid, at, processorMs: before }: JobStart): number {
  const now = processorMs(pid);
  return now === undefined || before === undefined ? performance.now() - at : now - before;
}

const LONGEST = { times: 3, leastMs: 3_000 };

/** Milliseconds that may pass until a job had a processor for `ms`, as others use the processors, too. */
export const longestMs = (ms: number): number => Math.max(ms * LONGEST.times, LONGEST.leastMs);

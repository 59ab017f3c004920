import { type JobStart, jobMs, jobStart, longestMs } from './processor-time.js';

export interface ProcessDeadline {
  /** The process has `ms` of a processor from `start` on, and several times as long while others use the processors. */
  set(ms: number, start?: JobStart): void;
  clear(): void;
}

/**
 * A message that arrived while this process was busy is handled before `setImmediate`, so it is in time.
 * @param passed the process had a processor for so long, or not
 */
export function processDeadline(pid: () => number | undefined, passed: (hadTime: boolean) => void): ProcessDeadline {
  let current: NodeJS.Timeout | undefined;

  function clear(): void {
    clearTimeout(current);
    current = undefined;
  }

  function set(ms: number, start = jobStart(pid())): void {
    const last = performance.now() + longestMs(ms);
    const wait = (more: number) => {
      clear();
      const timer = setTimeout(() => setImmediate(() => current === timer && expired()), more);
      current = timer;
    };
    const expired = () => {
      const left = ms - jobMs(start);
      if (left < 1) passed(true);
      else if (performance.now() >= last) passed(false);
      else wait(Math.min(left, last - performance.now()));
    };
    wait(ms);
  }

  return { set, clear };
}

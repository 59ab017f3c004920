import { readFileSync } from 'node:fs';
import { cacheBudgets } from '../catalogue/cache-budgets.js';
import { lruCache } from '../lib/lru-cache.js';

/** Milliseconds of processor time of the main thread of a process; `undefined` where the system does not report it. */
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

/** A process begins a job, or a step of it. Without a process the time of the clock counts. */
export const jobStart = (pid?: number): JobStart => ({
  pid,
  at: performance.now(),
  processorMs: pid === undefined ? undefined : processorMs(pid),
});

/** Milliseconds of processor time of the job; elapsed milliseconds where the system does not report it. */
export function jobMs({ pid, at, processorMs: before }: JobStart): number {
  const now = before === undefined ? undefined : processorMs(pid);
  return now === undefined || before === undefined ? performance.now() - at : now - before;
}

const LONGEST = { times: 3, leastMs: 3_000 };

/** Milliseconds that may pass until a job had a processor for `ms`, as others use the processors, too. */
const longestMs = (ms: number): number => Math.max(ms * LONGEST.times, LONGEST.leastMs);

/** One deadline at a time. It does not keep the service from ending. */
export class Deadline {
  private timer: NodeJS.Timeout | undefined;

  /** @param passed whether the process had a processor for the whole time */
  constructor(private readonly passed: (hadTime: boolean) => void) {}

  /** `ms` of a processor from `start` on, and at most several times as long while others use the processors. */
  set(ms: number, start = jobStart()): void {
    this.wait(ms, ms, start, performance.now() + longestMs(ms));
  }

  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** A message that arrived while this process was busy is handled before `setImmediate`, so it is in time. */
  private wait(more: number, ms: number, start: JobStart, last: number): void {
    this.clear();
    const timer = setTimeout(() => setImmediate(() => this.timer === timer && this.check(ms, start, last)), more);
    this.timer = timer.unref();
  }

  private check(ms: number, start: JobStart, last: number): void {
    const left = ms - jobMs(start);
    if (left < 1) this.passed(true);
    else if (performance.now() >= last) this.passed(false);
    else this.wait(Math.min(left, last - performance.now()), ms, start, last);
  }
}

/** A job that had a processor for at most this long is quick. */
export const QUICK_MS = 250;
const SLOW_FOR_MS = 300_000;

/** Jobs of a tenant that take about as long, for example those of one schema. */
export interface JobGroup {
  readonly tenantId: string;
  readonly group: string;
}

const keyOf = ({ tenantId, group }: JobGroup) => `${tenantId} ${group}`;

/**
 * How much time of a processor the groups of a tenant took. Tenants with equal groups do not share it: the jobs of one
 * would make the group of the other slow.
 */
export class GroupSpeeds {
  private readonly quick = lruCache<string, true>({ bytes: cacheBudgets.schemaDigests });
  private readonly slowUntil = lruCache<string, number>({ bytes: cacheBudgets.schemaDigests });

  constructor(private readonly now: () => number) {}

  /**
   * A job took at most 250 ms, and no job of the tenant had to be ended in the last five minutes. A group that never ran
   * is not known to be quick.
   */
  isQuick(group: JobGroup): boolean {
    return this.quick.get(keyOf(group)) === true && !this.isNow(group.tenantId);
  }

  /** A job had to be ended in the last five minutes. */
  isSlow(group: JobGroup): boolean {
    return this.isNow(keyOf(group));
  }

  ran(group: JobGroup, ms: number): void {
    if (ms <= QUICK_MS && !this.isSlow(group)) this.quick.set(keyOf(group), true);
  }

  /** A job had to be ended. */
  overran(group: JobGroup): void {
    this.quick.delete(keyOf(group));
    for (const key of [keyOf(group), group.tenantId]) this.slowUntil.set(key, this.now() + SLOW_FOR_MS);
  }

  /** A job got too little time of a processor to show its speed. */
  unknown(group: JobGroup): void {
    this.quick.delete(keyOf(group));
  }

  private isNow(key: string): boolean {
    return (this.slowUntil.get(key) ?? 0) > this.now();
  }
}

import type { FairQueueBounds } from '../fairness/queue/fair-bounds.js';
import type { ProcessLauncher, Program } from '../ports/process/process-launcher.js';

/** Each place of `running` is a process. */
export interface PoolBounds extends FairQueueBounds {
  /** From the start of a process until it is ready. */
  readonly startMs: number;
  /** Time of a job after it sent a step of that name. Default: that of the job. */
  readonly stepMs?: Readonly<Record<string, number>>;
  /** Which time of a job is bounded: that of its main thread on a processor, or that of the clock. */
  readonly measures: 'processor' | 'clock';
  /** A process without a job ends after this time. Default: it stays. */
  readonly idleMs?: number;
  /** Waiting jobs of a slow group. Left out: slow groups have no process for themselves. */
  readonly waitingSlow?: number;
}

export interface PoolParts<Result> {
  /** Appears in the reasons of failures. */
  readonly name: string;
  readonly launcher: ProcessLauncher;
  readonly program: Program;
  /** Result of a job that took too much time or memory. */
  readonly tooMuch: Result;
  readonly bounds: PoolBounds;
}

import type { Priority } from '../ports/process/priority.js';
import type { JobGroup } from './deadline.js';

/** The system failed, for example a full disk, which says nothing about the job. */
export interface SystemFailure {
  readonly failure: string;
}

/**
 * The messages of a process: `ready` once, then for each job any steps of it, and a result. `interrupted` ends a job
 * that SIGINT stopped.
 */
export type FromPooled<Result extends object> = string | Result | SystemFailure;

export interface PoolWork<Message> extends JobGroup {
  readonly priority: Priority;
  /** Size of the message while it waits. */
  readonly bytes: number;
  readonly message: Message;
  /** Counts while the job runs, not while it waits. */
  readonly ms: number;
  /** SIGINT ends it; otherwise its process is killed. */
  readonly isInterruptible?: boolean;
  /** Its time says nothing about its group. */
  readonly isTrial?: boolean;
  /** The process ends after it, which gives its memory back. */
  readonly isLast?: boolean;
}

export interface PoolJob<Message, Result> extends PoolWork<Message> {
  readonly result: PromiseWithResolvers<Result>;
}

/** Why a job has no result. A starved job had too little time of a processor to show whether it is slow. */
export type JobFailure = 'slow' | 'starved' | 'interrupted';

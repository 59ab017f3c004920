import type { LaunchedProcess, ProcessEnd, ProcessLauncher, Program } from '../ports/process/process-launcher.js';
import { Deadline, type JobStart } from './deadline.js';
import type { FromPooled, JobFailure, PoolJob } from './pool-job.js';

export interface RunningJob<Message, Result> {
  readonly job: PoolJob<Message, Result>;
  readonly start: JobStart;
  /** Its group is not known to be quick. */
  readonly isRisky: boolean;
  /** Set when its deadline passed. */
  overdue?: JobFailure;
}

export interface PooledProcessEvents<Message, Result extends object> {
  received(process: PooledProcess<Message, Result>, message: FromPooled<Result>): void;
  /** Its deadline passed. */
  overdue(process: PooledProcess<Message, Result>, hadTime: boolean): void;
  ended(process: PooledProcess<Message, Result>, end: ProcessEnd): void;
}

/** A process of a pool and the job that it runs. */
export class PooledProcess<Message, Result extends object> {
  readonly deadline: Deadline;
  readonly hasEnded: Promise<void>;
  /** Undefined until it was started. */
  pid: number | undefined;
  isReady = false;
  isKilled = false;
  running: RunningJob<Message, Result> | undefined;
  private readonly child: LaunchedProcess;

  constructor(launcher: ProcessLauncher, program: Program, events: PooledProcessEvents<Message, Result>) {
    const end = Promise.withResolvers<void>();
    this.hasEnded = end.promise;
    this.deadline = new Deadline((hadTime) => events.overdue(this, hadTime));
    this.child = launcher.launch(program, {
      started: (pid) => {
        this.pid = pid;
      },
      message: (message) => events.received(this, message as FromPooled<Result>),
      ended: (how) => {
        this.deadline.clear();
        end.resolve();
        events.ended(this, how);
      },
    });
  }

  send(running: RunningJob<Message, Result>): void {
    this.running = running;
    this.child.keepsService(true);
    this.child.send(running.job.message);
  }

  interrupt(): void {
    this.child.kill('SIGINT');
  }

  kill(): void {
    this.deadline.clear();
    this.isKilled = true;
    this.child.kill('SIGKILL');
  }

  /** Without a job it does not keep the service from ending. */
  rest(): void {
    this.child.keepsService(false);
  }
}

import { QueueFull } from '../fairness/queue/fair-bounds.js';
import { FairQueue } from '../fairness/queue/fair-queue.js';
import type { ProcessEnd } from '../ports/process/process-launcher.js';
import { StoreUnavailable } from '../ports/stores/event-store.js';
import { GroupSpeeds, jobMs, jobStart, QUICK_MS } from './deadline.js';
import type { FromPooled, JobFailure, PoolJob, PoolWork, SystemFailure } from './pool-job.js';
import type { PoolParts } from './pool-parts.js';
import { PooledProcess, type RunningJob } from './pooled-process.js';

/** From SIGINT until the process says that it ended the job. */
const INTERRUPT_MS = 250;
/** From SIGKILL until the process has ended. */
const KILL_MS = 1_000;

const TOO_MUCH_WAITS = 'Too much work waits for a process.';

/**
 * Processes that start when they are needed and run one job each. A job that runs too long is interrupted where it can
 * be; otherwise its process is killed and replaced. Tenants take turns. Where slow groups are known, at most one
 * process at a time runs a job of a group that is not known to be quick. None begins such a job while another process
 * starts. So one process stays free for quick groups.
 */
export class ProcessPool<Message, Result extends object> {
  private readonly queue: FairQueue<PoolJob<Message, Result>>;
  private readonly speeds = new GroupSpeeds(() => performance.now());
  private readonly processes = new Set<PooledProcess<Message, Result>>();
  private isClosed = false;

  constructor(private readonly parts: PoolParts<Result>) {
    this.queue = new FairQueue(parts.bounds);
  }

  /** Jobs that wait for a process. */
  get waiting(): number {
    return this.queue.waiting;
  }

  /** @throws StoreUnavailable where no process could do the work; that says nothing about it */
  run(work: PoolWork<Message>): Promise<Result> {
    const job = { ...work, result: Promise.withResolvers<Result>() };
    try {
      if (this.isClosed) this.refuse([job], `The ${this.parts.name} is closed.`);
      else this.enqueue(job);
    } catch (error) {
      if (error instanceof QueueFull) this.refuse([job], TOO_MUCH_WAITS);
      else job.result.reject(error);
    }
    return job.result.promise;
  }

  /** Resolves when the processes have ended. */
  async close(): Promise<void> {
    this.isClosed = true;
    const living = [...this.processes];
    const running = living.flatMap((process) => process.running?.job ?? []);
    this.refuse([...running, ...this.queue.drain()], `The ${this.parts.name} is closed.`);
    for (const process of living) this.kill(process);
    await Promise.all(living.map(({ hasEnded }) => hasEnded));
  }

  /** @throws QueueFull */
  private enqueue(job: PoolJob<Message, Result>): void {
    const { waitingSlow } = this.parts.bounds;
    if (waitingSlow !== undefined && this.speeds.isSlow(job)) {
      if (this.queue.waitingIn(job.tenantId, job.group).length >= waitingSlow) throw new QueueFull('tenant');
    }
    this.refuse(this.queue.add(job), TOO_MUCH_WAITS);
    this.dispatch();
  }

  private dispatch(): void {
    if (this.isClosed) return;
    for (const process of this.processes) {
      if (!process.isReady || process.running) continue;
      const mayRisk = !this.some(({ isReady, running }) => !isReady || running?.isRisky === true);
      const job = this.queue.take((each) => mayRisk || this.isQuick(each));
      if (!job) break;
      this.begin(process, job);
    }
    const isStarting = this.some(({ isReady }) => !isReady);
    if (this.queue.waiting > 0 && !isStarting && this.processes.size < this.parts.bounds.running.total) this.start();
  }

  private isQuick(job: PoolJob<Message, Result>): boolean {
    return this.parts.bounds.waitingSlow === undefined || this.speeds.isQuick(job);
  }

  private begin(process: PooledProcess<Message, Result>, job: PoolJob<Message, Result>): void {
    const start = this.startOf(process);
    process.deadline.set(job.ms, start);
    process.send({ job, start, isRisky: !this.isQuick(job) });
  }

  private startOf({ pid }: PooledProcess<Message, Result>) {
    return this.parts.bounds.measures === 'processor' ? jobStart(pid) : jobStart();
  }

  private start(): void {
    const { launcher, program, bounds } = this.parts;
    const process = new PooledProcess<Message, Result>(launcher, program, {
      received: (from, message) => this.received(from, message),
      overdue: (late, hadTime) => this.overdue(late, hadTime),
      ended: (gone, end) => this.ended(gone, end),
    });
    this.processes.add(process);
    process.deadline.set(bounds.startMs);
  }

  private received(process: PooledProcess<Message, Result>, message: FromPooled<Result>): void {
    const { running, deadline, isKilled } = process;
    if (message === 'ready') {
      process.isReady = true;
      if (!isKilled) this.rest(process);
    } else if (!running) {
      return;
    } else if (message === 'interrupted') {
      this.fail(process, running, 'interrupted');
      if (!isKilled) this.rest(process);
    } else if (typeof message !== 'string') {
      this.finish(process, running, message);
    } else if (!running.overdue) {
      deadline.set(this.parts.bounds.stepMs?.[message] ?? running.job.ms, this.startOf(process));
    }
  }

  private finish(
    process: PooledProcess<Message, Result>,
    { job, start, overdue }: RunningJob<Message, Result>,
    result: Result | SystemFailure,
  ): void {
    process.running = undefined;
    this.queue.remove(job);
    if (!job.isTrial) this.speeds.ran(job, jobMs(start));
    if ('failure' in result) this.refuse([job], `The folder of the ${this.parts.name} failed: ${result.failure}`);
    else job.result.resolve(result);
    // SIGINT that was sent for this job could interrupt the next.
    const isOver = overdue !== undefined || job.isLast === true;
    if (isOver && !process.isKilled) {
      this.kill(process);
      if (overdue || this.queue.waiting > 0) this.start();
    }
    if (isOver) this.dispatch();
    else this.rest(process);
  }

  private rest(process: PooledProcess<Message, Result>): void {
    process.deadline.clear();
    this.dispatch();
    if (process.running) return;
    process.rest();
    if (this.parts.bounds.idleMs !== undefined) process.deadline.set(this.parts.bounds.idleMs);
  }

  private overdue(process: PooledProcess<Message, Result>, hadTime: boolean): void {
    const { running, isKilled } = process;
    if (!running) return void this.giveUp(process);
    const mayInterrupt = running.job.isInterruptible && !running.overdue;
    running.overdue ??= hadTime || jobMs(running.start) > QUICK_MS ? 'slow' : 'starved';
    if (isKilled) {
      this.fail(process, running, running.overdue);
      this.dispatch();
    } else if (mayInterrupt) {
      process.deadline.set(INTERRUPT_MS, this.startOf(process));
      process.interrupt();
    } else {
      // Its job is over when the process has ended, which frees its memory and its files.
      this.kill(process);
      process.deadline.set(KILL_MS);
      this.start();
    }
  }

  /** A process that was idle for long is killed, and one that does not get ready. */
  private giveUp(process: PooledProcess<Message, Result>): void {
    this.kill(process);
    if (!process.isReady) this.notStarted();
    this.dispatch();
  }

  private notStarted(): void {
    this.refuse(this.queue.drain(), `No process of the ${this.parts.name} could be started.`);
  }

  /** A process that ends by itself ran out of memory: too much work. */
  private ended(process: PooledProcess<Message, Result>, { wasStopped }: ProcessEnd): void {
    const { running, isKilled, isReady } = process;
    this.processes.delete(process);
    if (running) this.fail(process, running, wasStopped ? 'interrupted' : 'slow');
    if (this.isClosed) return;
    if (!isKilled && running) this.start();
    else if (!isKilled && !isReady) this.notStarted();
    this.dispatch();
  }

  private fail(
    process: PooledProcess<Message, Result>,
    { job, overdue }: RunningJob<Message, Result>,
    failure: JobFailure,
  ): void {
    process.running = undefined;
    this.queue.remove(job);
    const found = overdue ?? failure;
    if (found === 'slow') return void this.foundSlow(job);
    if (found === 'starved') this.speeds.unknown(job);
    const { name } = this.parts;
    const reason =
      found === 'starved' ? `The processors are too busy for the ${name}.` : `The ${name} was interrupted.`;
    this.refuse([job], reason);
  }

  private foundSlow(job: PoolJob<Message, Result>): void {
    this.speeds.overran(job);
    job.result.resolve(this.parts.tooMuch);
    const { waitingSlow } = this.parts.bounds;
    if (waitingSlow === undefined) return;
    const dropped = this.queue.waitingIn(job.tenantId, job.group).slice(waitingSlow);
    for (const each of dropped) this.queue.remove(each);
    this.refuse(dropped, TOO_MUCH_WAITS);
  }

  private refuse(jobs: readonly PoolJob<Message, Result>[], reason: string): void {
    for (const { result } of jobs) result.reject(new StoreUnavailable(reason));
  }

  private kill(process: PooledProcess<Message, Result>): void {
    this.processes.delete(process);
    process.kill();
  }

  private some(is: (process: PooledProcess<Message, Result>) => boolean): boolean {
    return [...this.processes].some(is);
  }
}

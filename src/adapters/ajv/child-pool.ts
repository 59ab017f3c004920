import { type FairQueueBounds, QueueFull } from '../../fairness/queue/fair-bounds.js';
import { FairQueue } from '../../fairness/queue/fair-queue.js';
import type { ProcessLauncher } from '../../ports/process/process-launcher.js';
import type { ValidationResult } from '../../ports/process/schema-validator.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import type { FromChild, JobResult, SystemFailure } from './messages.js';
import { jobMs, jobStart } from './processor-time.js';
import { QUICK_MS, schemaSpeed } from './schema-speed.js';
import { holdsFile, type Job, type JobFailure, jobOf, type PoolWork, schemaOf } from './validation-job.js';
import { killValidator, type Running, startValidator, type Validator } from './validator-process.js';

export interface PoolBounds extends Pick<FairQueueBounds, 'waiting' | 'waitingBytes'> {
  readonly children: number;
  readonly compileMs: number;
  /** From the start of a process until it is ready. */
  readonly startMs: number;
  readonly memoryMiB: number;
  /** Waiting jobs of one schema and tenant, once a job of the schema had to be ended. */
  readonly waitingSlow: number;
}

export interface ChildPool {
  /** Jobs that wait for a process. */
  readonly waiting: number;
  /** @throws StoreUnavailable */
  run(work: PoolWork): Promise<JobResult>;
  close(): Promise<void>;
}

const TOO_SLOW: ValidationResult = { ok: false, slow: true, fieldErrors: [{ path: '', keyword: 'too_slow' }] };
const CLOSED = 'The validator is closed.';
const STARVED = 'The processors are too busy for this validation.';
const INTERRUPTED = 'The validation was interrupted.';
/** From SIGINT until the process says that it ended the job. */
const INTERRUPT_MS = 250;

const refuse = (jobs: readonly Job[], reason: string) => {
  for (const { result } of jobs) result.reject(new StoreUnavailable(reason));
};

/** One process of several is left to other tenants, and one is kept from jobs that nobody waits for. */
const queueBounds = ({ children, waiting, waitingBytes }: PoolBounds): FairQueueBounds => ({
  running: { total: children, perTenant: Math.max(1, children - 1) },
  ...(children > 1 ? { reserved: { total: 1, perTenant: 0 } } : {}),
  waiting,
  ...(waitingBytes ? { waitingBytes } : {}),
});

/**
 * Processes that start when they are needed. A job that runs too long is interrupted; where that fails, or the job holds
 * a file open, its process is killed and replaced at once. Tenants take turns. At most one process at a time runs a
 * schema that is not known to be quick, and none begins one while another process starts: so a process is left to
 * schemas that are.
 */
export function childPool(launcher: ProcessLauncher, bounds: PoolBounds): ChildPool {
  const queue = new FairQueue<Job>(queueBounds(bounds));
  const speed = schemaSpeed(() => performance.now());
  const validators = new Set<Validator>();
  let closed = false;

  function kill(validator: Validator): void {
    validators.delete(validator);
    killValidator(validator);
  }

  function overdue(validator: Validator, hadTime: boolean): void {
    const { running, child, deadline } = validator;
    const mayInterrupt = running && !running.overdue && !holdsFile(running.job);
    if (running) running.overdue ??= hadTime || jobMs(running.start) > QUICK_MS ? 'slow' : 'starved';
    if (mayInterrupt) {
      deadline.set(INTERRUPT_MS);
      child.kill('SIGINT');
    } else {
      ended(validator);
    }
  }

  /** A process that ends by itself ran out of memory: too much work. */
  function ended(validator: Validator, wasStopped = false): void {
    const { running, ready } = validator;
    kill(validator);
    if (running) {
      fail(running, wasStopped ? 'interrupted' : 'slow');
      start();
    } else if (!ready) {
      refuse(queue.drain(), 'No validator process could be started.');
    }
    dispatch();
  }

  function fail({ job, overdue }: Running, failure: JobFailure): void {
    queue.remove(job);
    const found = overdue ?? failure;
    if (found === 'slow') return void foundSlow(job);
    if (found === 'starved') speed.unknown(schemaOf(job));
    refuse([job], found === 'starved' ? STARVED : INTERRUPTED);
  }

  function foundSlow(job: Job): void {
    speed.overran(schemaOf(job));
    job.result.resolve(TOO_SLOW);
    const dropped = queue.waitingIn(job.tenantId, job.group).slice(bounds.waitingSlow);
    for (const each of dropped) queue.remove(each);
    refuse(dropped, 'Too many slow validations wait.');
  }

  function received(validator: Validator, message: FromChild): void {
    const { running, deadline } = validator;
    if (message === 'ready') {
      validator.ready = true;
      idle(validator);
    } else if (!running) {
      return;
    } else if (message === 'compiling' || message === 'compiled') {
      if (!running.overdue) deadline.set(message === 'compiling' ? bounds.compileMs : running.job.validateMs);
    } else if (message === 'interrupted') {
      fail(running, 'interrupted');
      idle(validator);
    } else {
      answered(validator, running, message);
    }
  }

  /** SIGINT that was sent for this job could interrupt the next. */
  function answered(
    validator: Validator,
    { job, start: begun, overdue }: Running,
    result: JobResult | SystemFailure,
  ): void {
    queue.remove(job);
    if (job.message.kind !== 'schema') speed.ran(schemaOf(job), jobMs(begun));
    if ('failure' in result) refuse([job], `The folder of values failed: ${result.failure}`);
    else job.result.resolve(result);
    if (!overdue && !job.isLast) return void idle(validator);
    kill(validator);
    if (overdue || queue.waiting > 0) start();
    dispatch();
  }

  function idle(validator: Validator): void {
    validator.deadline.clear();
    validator.running = undefined;
    dispatch();
    if (!validator.running) validator.child.keepsService(false);
  }

  function start(): void {
    const validator = startValidator(launcher, bounds.memoryMiB, { received, overdue, ended });
    validators.add(validator);
    validator.deadline.set(bounds.startMs);
  }

  function run(validator: Validator, job: Job): void {
    const start = jobStart(validator.pid);
    validator.running = { job, start, risky: !speed.isQuick(schemaOf(job)) };
    validator.child.keepsService(true);
    validator.deadline.set(job.validateMs, start);
    validator.child.send(job.message);
  }

  function dispatch(): void {
    if (closed) return;
    for (const validator of validators) {
      if (!validator.ready || validator.running) continue;
      const mayRisk = ![...validators].some(({ ready, running }) => !ready || running?.risky);
      const job = queue.take((each) => mayRisk || speed.isQuick(schemaOf(each)));
      if (!job) break;
      run(validator, job);
    }
    const isStarting = [...validators].some(({ ready }) => !ready);
    if (queue.waiting > 0 && !isStarting && validators.size < bounds.children) start();
  }

  /** @throws QueueFull */
  function enqueue(job: Job): void {
    const isSlow = speed.isSlow(schemaOf(job));
    if (isSlow && queue.waitingIn(job.tenantId, job.group).length >= bounds.waitingSlow) throw new QueueFull('tenant');
    refuse(queue.add(job), 'Too many validations wait.');
    dispatch();
  }

  return {
    get waiting() {
      return queue.waiting;
    },

    run(work) {
      const job = jobOf(work);
      try {
        if (closed) refuse([job], CLOSED);
        else enqueue(job);
      } catch (error) {
        job.result.reject(error instanceof QueueFull ? new StoreUnavailable('Too many validations wait.') : error);
      }
      return job.result.promise;
    },

    async close() {
      closed = true;
      const running = [...validators].flatMap((validator) => validator.running?.job ?? []);
      refuse([...running, ...queue.drain()], CLOSED);
      const living = [...validators];
      for (const validator of living) kill(validator);
      await Promise.all(living.map(({ hasEnded }) => hasEnded));
    },
  };
}

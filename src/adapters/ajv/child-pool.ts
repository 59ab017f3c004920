import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, getPriority, setPriority } from 'node:os';
import { type FairQueueBounds, type Priority, QueueFull } from '../../kernel/fair-bounds.js';
import { FairQueue } from '../../kernel/fair-queue.js';
import { backgroundArguments, scriptBeside } from '../../kernel/script.js';
import { StoreUnavailable } from '../../ports/event-store.js';
import type { ValidationResult } from '../../ports/schema-validator.js';
import type { FromChild, JobResult, ToChild } from './messages.js';
import { type JobStart, jobMs, jobStart, longestMs } from './processor-time.js';
import { QUICK_MS, schemaSpeed } from './schema-speed.js';

export interface PoolBounds extends Pick<FairQueueBounds, 'waiting' | 'waitingBytes'> {
  readonly children: number;
  readonly compileMs: number;
  /** From the start of a process until it is ready. */
  readonly startMs: number;
  readonly memoryMiB: number;
  /** Waiting jobs of one schema and tenant, once a job of the schema had to be ended. */
  readonly waitingSlow: number;
}

export interface PoolWork {
  readonly tenantId: string;
  readonly priority: Priority;
  readonly message: ToChild;
  /** Counts while the job runs, not while it waits. */
  readonly validateMs: number;
  /** The process ends after it, which gives its memory back. */
  readonly isLast?: boolean;
}

/** Its group is the digest of its schema, so that the schemas of a tenant take turns. */
interface Job extends PoolWork {
  readonly group: string;
  readonly bytes: number;
  readonly result: PromiseWithResolvers<JobResult>;
}

/** A child process and the job that it runs. */
interface Validator {
  readonly child: ChildProcess;
  ready: boolean;
  running?: { readonly job: Job; readonly start: JobStart; readonly risky: boolean } | undefined;
  deadline?: NodeJS.Timeout | undefined;
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
const STACK_KIB = 3_900;
const script = scriptBeside(import.meta.url, 'validator-child');

const schemaOf = ({ tenantId, group }: Job) => ({ tenantId, digest: group });

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
 * Processes that start when they are needed and are killed with a job that runs too long. Tenants take turns. At most
 * one process at a time runs a schema that is not known to be quick, and none begins one while another process starts:
 * so a process is left to schemas that are. A process that is killed is replaced at once.
 */
export function childPool(bounds: PoolBounds): ChildPool {
  const queue = new FairQueue<Job>(queueBounds(bounds));
  const speed = schemaSpeed(() => performance.now());
  const validators = new Set<Validator>();
  let closed = false;

  /**
   * The process has `ms` of a processor, and several times as long while others use the processors. A result that
   * arrived while this process was busy is handled before `setImmediate`, so it is in time.
   */
  function setDeadline(validator: Validator, ms: number, start = jobStart(validator.child.pid)): void {
    const last = performance.now() + longestMs(ms);
    const wait = (more: number) => {
      clearTimeout(validator.deadline);
      const timer = setTimeout(() => setImmediate(() => validator.deadline === timer && expired()), more);
      validator.deadline = timer;
    };
    const expired = () => {
      const left = ms - jobMs(start);
      if (left < 1) ended(validator);
      else if (performance.now() >= last)
        ended(validator, validator.running && jobMs(validator.running.start) <= QUICK_MS);
      else wait(Math.min(left, last - performance.now()));
    };
    wait(ms);
  }

  function kill(validator: Validator): void {
    clearTimeout(validator.deadline);
    validator.deadline = undefined;
    validators.delete(validator);
    validator.child.removeAllListeners();
    validator.child.on('error', () => undefined);
    validator.child.kill('SIGKILL');
  }

  /** @param unknown the job had too little time to tell; a process that ends by itself ran out of memory: too much work */
  function ended(validator: Validator, unknown = false): void {
    kill(validator);
    if (validator.running) {
      const { job } = validator.running;
      queue.remove(job);
      if (unknown) {
        speed.unknown(schemaOf(job));
        refuse([job], STARVED);
      } else foundSlow(job);
      start();
    } else if (!validator.ready) {
      refuse(queue.drain(), 'No validator process could be started.');
    }
    dispatch();
  }

  function foundSlow(job: Job): void {
    speed.overran(schemaOf(job));
    job.result.resolve(TOO_SLOW);
    const dropped = queue.waitingIn(job.tenantId, job.group).slice(bounds.waitingSlow);
    for (const each of dropped) queue.remove(each);
    refuse(dropped, 'Too many slow validations wait.');
  }

  function received(validator: Validator, message: FromChild): void {
    if (message === 'ready') {
      validator.ready = true;
      idle(validator);
    } else if (message === 'compiling') {
      setDeadline(validator, bounds.compileMs);
    } else if (message === 'compiled') {
      setDeadline(validator, validator.running?.job.validateMs ?? 0);
    } else if (validator.running) {
      const { job, start } = validator.running;
      queue.remove(job);
      if (job.message.kind !== 'schema') speed.ran(schemaOf(job), jobMs(start));
      job.result.resolve(message);
      if (job.isLast) retire(validator);
      else idle(validator);
    }
  }

  /** An idle process does not keep the service from ending. */
  function idle(validator: Validator): void {
    clearTimeout(validator.deadline);
    validator.deadline = undefined;
    validator.running = undefined;
    dispatch();
    if (validator.running) return;
    validator.child.unref();
    validator.child.channel?.unref();
  }

  function retire(validator: Validator): void {
    kill(validator);
    if (queue.waiting > 0) start();
    dispatch();
  }

  function start(): void {
    const child = fork(script, [`${bounds.memoryMiB}`], {
      env: {},
      execArgv: [...backgroundArguments(bounds.memoryMiB), `--stack-size=${STACK_KIB}`, '--expose-gc'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    if (child.pid) setPriority(child.pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
    const validator: Validator = { child, ready: false };
    validators.add(validator);
    child.on('message', (message: FromChild) => received(validator, message));
    child.on('error', () => ended(validator));
    child.on('exit', () => ended(validator));
    setDeadline(validator, bounds.startMs);
  }

  function run(validator: Validator, job: Job): void {
    const start = jobStart(validator.child.pid);
    validator.running = { job, start, risky: !speed.isQuick(schemaOf(job)) };
    validator.child.ref();
    validator.child.channel?.ref();
    setDeadline(validator, job.validateMs, start);
    validator.child.send(job.message, () => undefined);
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
      const { message } = work;
      const bytes = message.schema.length + (message.kind === 'value' ? message.value.length : 0);
      const job: Job = { ...work, group: message.digest, bytes, result: Promise.withResolvers() };
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
      await Promise.all(living.map(({ child }) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
    },
  };
}

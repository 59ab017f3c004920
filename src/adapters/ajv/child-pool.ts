import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { StoreUnavailable } from '../../ports/event-store.js';
import type { ValidationResult } from '../../ports/schema-validator.js';
import { fairQueue, type QueueBounds } from './fair-queue.js';
import type { FromChild, ToChild } from './messages.js';

export interface PoolBounds extends QueueBounds {
  readonly children: number;
  readonly compileMs: number;
  /** From the start of a process until it is ready. */
  readonly startMs: number;
  readonly memoryMiB: number;
}

interface Job {
  readonly message: ToChild;
  readonly size: number;
  /** Counts while the job runs, never while it waits. */
  readonly validateMs: number;
  readonly resolve: (verdict: ValidationResult) => void;
  readonly reject: (error: Error) => void;
}

/** A process and what it is doing. */
interface Seat {
  readonly child: ChildProcess;
  ready: boolean;
  running?: { readonly lane: string; readonly job: Job; readonly since: number; readonly risky: boolean } | undefined;
  deadline?: NodeJS.Timeout | undefined;
}

export interface ChildPool {
  /** @throws StoreUnavailable */
  run(lane: string, message: ToChild, validateMs: number): Promise<ValidationResult>;
  close(): Promise<void>;
}

const TOO_SLOW: ValidationResult = { ok: false, slow: true, fieldErrors: [{ path: '', keyword: 'too_slow' }] };
const STACK_KIB = 3_900;
const script = new URL(
  import.meta.url.endsWith('.ts') ? './validator-child.ts' : './validator-child.js',
  import.meta.url,
);

/** Processes that are started when needed, and killed with the job that runs too long. One at most runs what is not known to be quick. */
export function childPool(bounds: PoolBounds): ChildPool {
  const queue = fairQueue<Job>(bounds, () => performance.now());
  const seats = new Set<Seat>();
  let closed = false;

  /** A verdict that arrived while this process was busy elsewhere still counts: it is heard before `setImmediate` is. */
  function arm(seat: Seat, ms: number): void {
    clearTimeout(seat.deadline);
    const timer = setTimeout(() => setImmediate(() => seat.deadline === timer && ended(seat)), ms);
    seat.deadline = timer;
  }

  function disarm(seat: Seat): void {
    clearTimeout(seat.deadline);
    seat.deadline = undefined;
  }

  function remove(seat: Seat): void {
    disarm(seat);
    seats.delete(seat);
    seat.child.removeAllListeners();
    seat.child.on('error', () => undefined);
    seat.child.kill('SIGKILL');
  }

  /** A process that ends by itself ran out of memory: too much work all the same. */
  function ended(seat: Seat): void {
    remove(seat);
    if (seat.running) {
      const { lane, job } = seat.running;
      job.resolve(TOO_SLOW);
      for (const dropped of queue.overran(lane))
        dropped.reject(new StoreUnavailable('Too many slow validations wait.'));
    } else if (!seat.ready) {
      for (const job of queue.drain()) job.reject(new StoreUnavailable('No validator process could be started.'));
    }
    dispatch();
  }

  function heard(seat: Seat, message: FromChild): void {
    if (message === 'ready') {
      seat.ready = true;
      rest(seat);
    } else if (message === 'compiling') {
      arm(seat, bounds.compileMs);
    } else if (message === 'compiled') {
      arm(seat, seat.running?.job.validateMs ?? 0);
    } else if (seat.running) {
      const { lane, job, since } = seat.running;
      queue.ran(lane, performance.now() - since);
      job.resolve(message);
      rest(seat);
    }
  }

  /** An idle process keeps nobody from ending. */
  function rest(seat: Seat): void {
    disarm(seat);
    seat.running = undefined;
    dispatch();
    if (seat.running) return;
    seat.child.unref();
    seat.child.channel?.unref();
  }

  function start(): void {
    const child = fork(script, [`${bounds.memoryMiB}`], {
      env: {},
      execArgv: [`--max-old-space-size=${bounds.memoryMiB}`, `--stack-size=${STACK_KIB}`, '--expose-gc'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const seat: Seat = { child, ready: false };
    seats.add(seat);
    child.on('message', (message: FromChild) => heard(seat, message));
    child.on('error', () => ended(seat));
    child.on('exit', () => ended(seat));
    arm(seat, bounds.startMs);
  }

  function run(seat: Seat, lane: string, job: Job): void {
    seat.running = { lane, job, since: performance.now(), risky: !queue.isQuick(lane) };
    seat.child.ref();
    seat.child.channel?.ref();
    arm(seat, job.validateMs);
    seat.child.send(job.message, () => undefined);
  }

  function dispatch(): void {
    if (closed) return;
    for (const seat of seats) {
      if (!seat.ready || seat.running) continue;
      const next = queue.take(![...seats].some(({ running }) => running?.risky));
      if (!next) break;
      run(seat, next.lane, next.job);
    }
    const starting = [...seats].some(({ ready }) => !ready);
    if (!queue.isEmpty() && !starting && seats.size < bounds.children) start();
  }

  return {
    run(lane, message, validateMs) {
      const { promise, resolve, reject } = Promise.withResolvers<ValidationResult>();
      const size = message.schema.length + (message.kind === 'value' ? message.value.length : 0);
      if (closed) reject(new StoreUnavailable('The validator is closed.'));
      else if (queue.put(lane, { message, size, validateMs, resolve, reject })) dispatch();
      else reject(new StoreUnavailable('Too many validations wait.'));
      return promise;
    },

    async close() {
      closed = true;
      const running = [...seats].flatMap((seat) => seat.running?.job ?? []);
      for (const job of [...running, ...queue.drain()]) job.reject(new StoreUnavailable('The validator is closed.'));
      const living = [...seats];
      for (const seat of living) remove(seat);
      await Promise.all(living.map(({ child }) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
    },
  };
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, getPriority, setPriority } from 'node:os';
import { backgroundArguments, scriptBeside } from '../../kernel/script.js';
import type { FromChild } from './messages.js';
import { type ProcessDeadline, processDeadline } from './process-deadline.js';
import type { JobStart } from './processor-time.js';
import type { Job, JobFailure } from './validation-job.js';

/** A child process and the job that it runs. */
export interface Validator {
  readonly child: ChildProcess;
  readonly deadline: ProcessDeadline;
  ready: boolean;
  running?: Running | undefined;
}

export interface Running {
  readonly job: Job;
  readonly start: JobStart;
  readonly risky: boolean;
  /** Set when its deadline passed. */
  overdue?: JobFailure;
}

export interface ValidatorEvents {
  received(validator: Validator, message: FromChild): void;
  /** A deadline passed. The process had so much time of a processor, or not. */
  overdue(validator: Validator, hadTime: boolean): void;
  /** It ended by itself. */
  ended(validator: Validator, signal?: NodeJS.Signals | null): void;
}

const STACK_KIB = 3_900;
const script = scriptBeside(import.meta.url, 'validator-child');

export function startValidator(memoryMiB: number, { received, overdue, ended }: ValidatorEvents): Validator {
  const child = fork(script, [`${memoryMiB}`], {
    env: {},
    execArgv: [...backgroundArguments(memoryMiB), `--stack-size=${STACK_KIB}`, '--expose-gc'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (child.pid) setPriority(child.pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  const deadline = processDeadline(child.pid, (hadTime) => overdue(validator, hadTime));
  const validator: Validator = { child, deadline, ready: false };
  child.on('message', (message: FromChild) => received(validator, message));
  child.on('error', () => ended(validator));
  child.on('exit', (_code, signal) => ended(validator, signal));
  return validator;
}

/** An idle process does not keep the service from ending. */
export function keepService({ child }: Validator, isBusy: boolean): void {
  const call = isBusy ? 'ref' : 'unref';
  child[call]();
  child.channel?.[call]();
}

/** Nothing is heard of it any more. */
export function killValidator({ child, deadline }: Validator): void {
  deadline.clear();
  child.removeAllListeners();
  child.on('error', () => undefined);
  child.kill('SIGKILL');
}

export const hasEnded = async ({ child }: Validator): Promise<unknown> =>
  child.exitCode ?? child.signalCode ?? once(child, 'exit');

import { fileURLToPath } from 'node:url';
import { backgroundArguments, scriptBeside } from '../../kernel/script.js';
import type { LaunchedProcess, ProcessLauncher } from '../../ports/process/process-launcher.js';
import type { FromChild } from './messages.js';
import { type ProcessDeadline, processDeadline } from './process-deadline.js';
import type { JobStart } from './processor-time.js';
import type { Job, JobFailure } from './validation-job.js';

/** A process and the job that it runs. */
export interface Validator {
  readonly child: LaunchedProcess;
  readonly deadline: ProcessDeadline;
  readonly hasEnded: Promise<void>;
  /** Undefined until it was started. */
  pid?: number;
  ready: boolean;
  isKilled: boolean;
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
  ended(validator: Validator, wasStopped?: boolean): void;
}

const STACK_KIB = 3_900;
const script = fileURLToPath(scriptBeside(import.meta.url, 'validator-child'));

export function startValidator(
  launcher: ProcessLauncher,
  memoryMiB: number,
  { received, overdue, ended }: ValidatorEvents,
): Validator {
  const end = Promise.withResolvers<void>();
  const program = {
    file: script,
    parameters: [`${memoryMiB}`],
    node: [...backgroundArguments(memoryMiB), `--stack-size=${STACK_KIB}`, '--expose-gc'],
    environment: {},
  };
  const child = launcher.launch(program, {
    started: (pid) => {
      validator.pid = pid;
    },
    message: (message) => validator.isKilled || received(validator, message as FromChild),
    ended: ({ wasStopped }) => {
      end.resolve();
      if (!validator.isKilled) ended(validator, wasStopped);
    },
  });
  const deadline = processDeadline(
    () => validator.pid,
    (hadTime) => overdue(validator, hadTime),
  );
  const validator: Validator = { child, deadline, hasEnded: end.promise, ready: false, isKilled: false };
  return validator;
}

/** Nothing is heard of it any more. */
export function killValidator(validator: Validator): void {
  validator.deadline.clear();
  validator.isKilled = true;
  validator.child.kill('SIGKILL');
}

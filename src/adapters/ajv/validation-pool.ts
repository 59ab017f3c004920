import { fileURLToPath } from 'node:url';
import type { FairQueueBounds } from '../../fairness/queue/fair-bounds.js';
import type { Priority } from '../../ports/process/priority.js';
import type { ProcessLauncher } from '../../ports/process/process-launcher.js';
import { ProcessPool } from '../../processes/process-pool.js';
import { backgroundArguments, scriptBeside } from '../../processes/script.js';
import type { JobResult, ToChild } from './messages.js';

export interface ValidationPoolBounds extends Pick<FairQueueBounds, 'waiting' | 'waitingBytes'> {
  readonly children: number;
  readonly compileMs: number;
  /** From the start of a process until it is ready. */
  readonly startMs: number;
  readonly memoryMiB: number;
  /** Waiting jobs of one schema and tenant, once a job of the schema had to be ended. */
  readonly waitingSlow: number;
}

export interface Validation {
  readonly tenantId: string;
  readonly priority: Priority;
  readonly message: ToChild;
  readonly validateMs: number;
  readonly isLast?: boolean;
}

export interface ValidationPool {
  /** Validations that wait for a process. */
  readonly waiting: number;
  /** @throws StoreUnavailable */
  run(validation: Validation): Promise<JobResult>;
  close(): Promise<void>;
}

const TOO_SLOW: JobResult = { ok: false, slow: true, fieldErrors: [{ path: '', keyword: 'too_slow' }] };
const STACK_KIB = 3_900;
const script = fileURLToPath(scriptBeside(import.meta.url, 'validator-child'));

const programOf = (memoryMiB: number) => ({
  file: script,
  parameters: [`${memoryMiB}`],
  node: [...backgroundArguments(memoryMiB), `--stack-size=${STACK_KIB}`, '--expose-gc'],
  environment: {},
});

/** The schemas of a tenant take turns. A job that holds a file open is not interrupted. */
function workOf({ message, validateMs, ...work }: Validation) {
  const { kind, digest, schema } = message;
  const bytes = schema.length + (kind === 'value' ? message.value.length : 0);
  const isInterruptible = kind === 'schema' || kind === 'value';
  return { ...work, message, group: digest, bytes, ms: validateMs, isInterruptible, isTrial: kind === 'schema' };
}

/** One process of several stays free for other tenants, and one stays free of background jobs. */
export function validationPool(
  launcher: ProcessLauncher,
  { children, compileMs, memoryMiB, ...bounds }: ValidationPoolBounds,
): ValidationPool {
  const pool = new ProcessPool<ToChild, JobResult>({
    name: 'validator',
    launcher,
    program: programOf(memoryMiB),
    tooMuch: TOO_SLOW,
    bounds: {
      ...bounds,
      running: { total: children, perTenant: Math.max(1, children - 1) },
      ...(children > 1 ? { reserved: { total: 1, perTenant: 0 } } : {}),
      stepMs: { compiling: compileMs },
      measures: 'processor',
    },
  });
  return {
    get waiting() {
      return pool.waiting;
    },
    run: (validation) => pool.run(workOf(validation)),
    close: () => pool.close(),
  };
}

import { fileURLToPath } from 'node:url';
import { NO_TENANT } from '../../kernel/stream.js';
import type { ProcessLauncher } from '../../ports/process/process-launcher.js';
import { ProcessPool } from '../../processes/process-pool.js';
import { backgroundArguments, scriptBeside } from '../../processes/script.js';
import type { Inspected, ToChild } from './messages.js';

export interface InspectBounds {
  /** Time of a job. */
  readonly ms: number;
  /** Memory of the process, outside of its heap too. */
  readonly memoryMiB: number;
}

export type MediaPool = ProcessPool<ToChild, Inspected>;

const PROCESSES = 2;
const HEAP_MIB = 128;
/**
 * Larger blocks are mapped separately and return to the system with their image. Otherwise glibc keeps most of them,
 * and the next image, of another tenant, has less memory.
 */
const RETURNS_MEMORY = { MALLOC_MMAP_THRESHOLD_: '131072' };
const script = fileURLToPath(scriptBeside(import.meta.url, 'media-child'));

/** Processes that look into files. Threads of sharp do their work, so that the time of their main thread says nothing. */
export const mediaPool = (launcher: ProcessLauncher, { memoryMiB }: InspectBounds): MediaPool =>
  new ProcessPool<ToChild, Inspected>({
    name: 'media processor',
    launcher,
    program: {
      file: script,
      parameters: [`${memoryMiB}`],
      node: backgroundArguments(HEAP_MIB),
      environment: RETURNS_MEMORY,
    },
    tooMuch: { ok: false, fault: 'too_much_work' },
    bounds: {
      running: { total: PROCESSES, perTenant: PROCESSES },
      waiting: { total: 1_000, perTenant: 1_000 },
      measures: 'clock',
      startMs: 30_000,
      idleMs: 30_000,
    },
  });

/** The sender of a file decides about the turns of its tenants. */
export const inspection = (message: ToChild, { ms }: InspectBounds) =>
  ({ tenantId: NO_TENANT, group: '', priority: 'background', bytes: 0, message, ms }) as const;

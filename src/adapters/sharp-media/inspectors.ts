import { fileURLToPath } from 'node:url';
import { backgroundArguments, scriptBeside } from '../../kernel/script.js';
import type { LaunchedProcess, ProcessLauncher } from '../../ports/process/process-launcher.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import type { FromChild, Inspected, ToChild } from './messages.js';

const HEAP_MIB = 128;
const IDLE_MS = 30_000;
/**
 * A larger block is mapped apart and goes back to the system with its image: otherwise glibc keeps most of them, and the
 * next image, of another tenant, has less memory.
 */
const RETURNS_MEMORY = { MALLOC_MMAP_THRESHOLD_: '131072' };
const script = fileURLToPath(scriptBeside(import.meta.url, 'media-child'));

export interface InspectBounds {
  /** Time of a job. */
  readonly ms: number;
  /** Memory of the process, outside of its heap too. */
  readonly memoryMiB: number;
}

const TOO_MUCH: Inspected = { ok: false, fault: 'too_much_work' };

interface Inspector {
  readonly child: LaunchedProcess;
  /** Settles when the current job ends; undefined without a job. */
  answer: PromiseWithResolvers<FromChild> | undefined;
  /** It was killed, or ended by itself. */
  isGone: boolean;
  ending?: NodeJS.Timeout;
}

/** Processes that look into files, one job at a time each. One that takes too much time or memory is killed. */
export class Inspectors {
  private readonly idle: Inspector[] = [];

  constructor(
    private readonly launcher: ProcessLauncher,
    private readonly bounds: InspectBounds,
  ) {}

  /**
   * @throws StoreUnavailable where the process could not be started, was stopped or could not use the disk, and the
   * reason of `signal`
   */
  async inspect(job: ToChild, signal: AbortSignal): Promise<Inspected> {
    signal.throwIfAborted();
    const inspector = this.take();
    const result = await this.run(inspector, job, signal);
    if (!inspector.isGone) this.keep(inspector);
    if ('failure' in result) throw new StoreUnavailable(`The folder for media failed: ${result.failure}`);
    return result;
  }

  close(): void {
    for (const { child, ending } of this.idle.splice(0)) {
      clearTimeout(ending);
      child.kill('SIGKILL');
    }
  }

  private take(): Inspector {
    const known = this.idle.pop();
    clearTimeout(known?.ending);
    if (!known) return this.start();
    known.child.keepsService(true);
    return known;
  }

  private start(): Inspector {
    const program = {
      file: script,
      parameters: [`${this.bounds.memoryMiB}`],
      node: backgroundArguments(HEAP_MIB),
      environment: RETURNS_MEMORY,
    };
    const child = this.launcher.launch(program, {
      message: (message) => inspector.answer?.resolve(message as FromChild),
      ended: ({ started, wasStopped }) => {
        inspector.isGone = true;
        this.forget(inspector);
        if (!started) inspector.answer?.reject(new StoreUnavailable('No media process could be started.'));
        else if (wasStopped) inspector.answer?.reject(new StoreUnavailable('The media process was stopped.'));
        else inspector.answer?.resolve(TOO_MUCH);
      },
    });
    const inspector: Inspector = { child, answer: undefined, isGone: false };
    return inspector;
  }

  private forget(inspector: Inspector): void {
    const at = this.idle.indexOf(inspector);
    if (at >= 0) this.idle.splice(at, 1);
    clearTimeout(inspector.ending);
  }

  /** An idle process does not keep the service from ending. */
  private keep(inspector: Inspector): void {
    inspector.child.keepsService(false);
    inspector.ending = setTimeout(() => {
      this.forget(inspector);
      inspector.child.kill('SIGKILL');
    }, IDLE_MS).unref();
    this.idle.push(inspector);
  }

  private run(inspector: Inspector, job: ToChild, signal: AbortSignal): Promise<FromChild> {
    const answer = Promise.withResolvers<FromChild>();
    inspector.answer = answer;
    // Its answer may arrive before its end does: the next job would be sent to a process that ends.
    const kill = () => {
      inspector.isGone = true;
      inspector.child.kill('SIGKILL');
    };
    const timer = setTimeout(kill, this.bounds.ms);
    const abort = () => {
      answer.reject(signal.reason);
      kill();
    };
    signal.addEventListener('abort', abort, { once: true });
    inspector.child.send(job);
    return answer.promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      inspector.answer = undefined;
    });
  }
}

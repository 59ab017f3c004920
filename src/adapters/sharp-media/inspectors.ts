import { type ChildProcess, fork } from 'node:child_process';
import { backgroundArguments, scriptBeside } from '../../kernel/script.js';
import { StoreUnavailable } from '../../ports/event-store.js';
import { lowerPriority } from './lower-priority.js';
import type { FromChild, ToChild } from './messages.js';

const HEAP_MIB = 128;
const IDLE_MS = 30_000;
const script = scriptBeside(import.meta.url, 'media-child');

export interface InspectBounds {
  /** Time of a job. */
  readonly ms: number;
  /** Memory of the process, outside of its heap too. */
  readonly memoryMiB: number;
}

const TOO_MUCH: FromChild = { ok: false, fault: 'too_much_work' };

interface Idle {
  readonly child: ChildProcess;
  readonly ending: NodeJS.Timeout;
}

/** Processes that look into files, one job at a time each. One that takes too much time or memory is killed. */
export class Inspectors {
  private readonly idle: Idle[] = [];

  constructor(private readonly bounds: InspectBounds) {}

  /** @throws StoreUnavailable where no process could be started, and the reason of `signal` */
  async inspect(job: ToChild, signal: AbortSignal): Promise<FromChild> {
    signal.throwIfAborted();
    const child = this.take();
    const result = await this.run(child, job, signal);
    if (child.connected && result !== TOO_MUCH) this.keep(child);
    return result;
  }

  close(): void {
    for (const { child, ending } of this.idle.splice(0)) {
      clearTimeout(ending);
      child.kill('SIGKILL');
    }
  }

  private take(): ChildProcess {
    const known = this.idle.pop();
    clearTimeout(known?.ending);
    if (known?.child.connected) {
      known.child.ref();
      known.child.channel?.ref();
      return known.child;
    }
    const child = fork(script, [`${this.bounds.memoryMiB}`], {
      env: {},
      execArgv: backgroundArguments(HEAP_MIB),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    lowerPriority(child);
    return child;
  }

  /** An idle process does not keep the service from ending. */
  private keep(child: ChildProcess): void {
    const ending = setTimeout(() => {
      this.idle.splice(0, this.idle.length, ...this.idle.filter((each) => each.child !== child));
      child.kill('SIGKILL');
    }, IDLE_MS);
    ending.unref();
    child.unref();
    child.channel?.unref();
    this.idle.push({ child, ending });
  }

  private run(child: ChildProcess, job: ToChild, signal: AbortSignal): Promise<FromChild> {
    const { promise, resolve, reject } = Promise.withResolvers<FromChild>();
    const kill = () => void child.kill('SIGKILL');
    const timer = setTimeout(kill, this.bounds.ms);
    const abort = () => {
      reject(signal.reason);
      kill();
    };
    signal.addEventListener('abort', abort, { once: true });
    child.once('message', resolve as (message: unknown) => void);
    child.once('error', (cause) => reject(new StoreUnavailable('No media process could be started.', { cause })));
    child.once('exit', () => resolve(TOO_MUCH));
    child.send(job, () => undefined);
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      child.removeAllListeners();
      child.on('error', () => undefined);
    });
  }
}

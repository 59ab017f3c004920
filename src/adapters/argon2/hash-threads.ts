import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import { AnsweringThread } from '../../processes/answering-thread.js';
import { scriptBeside, sourceArguments } from '../../processes/script.js';
import type { FromHashThread, ToHashThread } from './hash-child.js';

const HEAP_MIB = 32;

type HashThread = AnsweringThread<ToHashThread, FromHashThread>;

const started = () =>
  new Worker(scriptBeside(import.meta.url, 'hash-child'), {
    execArgv: sourceArguments(import.meta.url),
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
  });

/**
 * Threads of a lower priority, one for each concurrent hash. The thread pool of Node.js keeps its priority, because the
 * event loop waits for threads of that pool.
 */
export class HashThreads {
  private readonly all: HashThread[] = [];
  private readonly idle: HashThread[] = [];
  private isClosed = false;

  /** @throws StoreUnavailable */
  async ask(message: ToHashThread): Promise<string | boolean> {
    if (this.isClosed) throw new StoreUnavailable('Passwords are no longer hashed: the process ends.');
    const thread = this.idle.pop() ?? this.further();
    const answer = await thread
      .ask(message)
      .catch((cause: Error) => {
        throw new StoreUnavailable(`A password could not be hashed: ${cause.message}`, { cause });
      })
      .finally(() => this.idle.push(thread));
    if ('failure' in answer) throw new Error(answer.failure);
    return answer.result;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.all.map((each) => each.close()));
  }

  private further(): HashThread {
    const thread: HashThread = new AnsweringThread(started);
    this.all.push(thread);
    return thread;
  }
}

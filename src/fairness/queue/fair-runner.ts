import { type FairQueueBounds, type QueueEntry, QueueFull } from './fair-bounds.js';
import { FairQueue } from './fair-queue.js';

/** The place of work that runs. */
export interface Turn {
  /**
   * Gives the place to others until `ready` is kept, then waits for a place and continues. Without `ready` it only
   * lets others go first; where none wait it continues at once.
   */
  yield(ready?: Promise<unknown>): Promise<void>;
}

/** A unit of work. Work without a key runs each time. With a key, all calls during one run share its outcome. */
export interface Work extends QueueEntry {
  /** Work that is aborted before its first turn never starts. */
  readonly signal?: AbortSignal;
}

interface Job extends QueueEntry {
  place: PromiseWithResolvers<void>;
}

/** Runs work of many tenants in the turns of a fair queue. */
export class FairRunner {
  private readonly queue: FairQueue<Job>;
  private readonly keyed = new Map<string, Promise<unknown>>();

  constructor(bounds: FairQueueBounds) {
    this.queue = new FairQueue(bounds);
  }

  /** Work that waits, runs or yielded. */
  get size(): number {
    return this.queue.size;
  }

  /** Work that waits for a place. */
  get waiting(): number {
    return this.queue.waiting;
  }

  /** @throws QueueFull, the reason of `signal`, and what the work throws */
  run<T>(work: Work, task: (turn: Turn) => Promise<T>): Promise<T> {
    if (work.key === undefined) return this.start(work, task);
    const name = `${work.tenantId}/${work.key}`;
    const known = this.keyed.get(name) as Promise<T> | undefined;
    if (known) return known;
    const outcome = this.start(work, task).finally(() => this.keyed.delete(name));
    this.keyed.set(name, outcome);
    return outcome;
  }

  private async start<T>({ signal, ...entry }: Work, task: (turn: Turn) => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    const job: Job = { ...entry, place: Promise.withResolvers() };
    for (const { place } of this.queue.add(job)) place.reject(new QueueFull('all'));
    const abort = () => job.place.reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      this.giveTurns();
      await job.place.promise;
      signal?.removeEventListener('abort', abort);
      return await task({ yield: (ready) => this.yield(job, ready) });
    } finally {
      signal?.removeEventListener('abort', abort);
      this.queue.remove(job);
      this.giveTurns();
    }
  }

  private async yield(job: Job, ready?: Promise<unknown>): Promise<void> {
    if (!ready && this.queue.waiting === 0) return;
    job.place = Promise.withResolvers();
    this.queue.pause(job);
    try {
      if (ready) this.giveTurns();
      if (ready) await ready;
    } finally {
      this.queue.resume(job);
      this.giveTurns();
      await job.place.promise;
    }
  }

  private giveTurns(): void {
    for (let job = this.queue.take(); job; job = this.queue.take()) job.place.resolve();
  }
}

import type { Worker } from './lease.js';

/** The workers of all modules. They run in one process of the deployment at a time. */
export class EffectWorkers implements Worker {
  private workers: readonly Worker[] = [];

  /** Before the start. Workers start in this order and stop in the reverse order. */
  use(workers: readonly Worker[]): void {
    this.workers = workers;
  }

  async start(): Promise<void> {
    for (const worker of this.workers) await worker.start();
  }

  close(): void {
    for (const worker of this.workers.toReversed()) worker.close();
  }
}

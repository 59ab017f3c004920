import type { Worker } from './lease.js';

/** What has effects outside, or brings commands back in: runs in one process of the deployment at a time. */
export class EffectWorkers implements Worker {
  private readonly parts: Worker[] = [];

  /** Before the start; they are started in this order. */
  add(part: Worker): void {
    this.parts.push(part);
  }

  async start(): Promise<void> {
    for (const part of this.parts) await part.start();
  }

  close(): void {
    for (const part of this.parts.toReversed()) part.close();
  }
}

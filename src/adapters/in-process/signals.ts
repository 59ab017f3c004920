import type { Signal, Signals } from '../../ports/stores/signals.js';

/** Signals within one process. Listeners are called at once, in the order of the signals. */
export class InProcessSignals implements Signals {
  private readonly listeners = new Set<(signal: Signal) => void>();

  publish(signal: Signal): void {
    for (const listener of [...this.listeners]) listener(signal);
  }

  subscribe(listener: (signal: Signal) => void): () => void {
    const own = (signal: Signal) => listener(signal);
    this.listeners.add(own);
    return () => void this.listeners.delete(own);
  }
}

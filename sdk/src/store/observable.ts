/** Calls its listeners after changes: once for all changes of one task. */
export abstract class Observable<Snapshot> {
  private readonly listeners = new Set<() => void>();
  private taken: Snapshot | undefined;
  private isQueued = false;

  /** The state. It is the same object until the next change. */
  get snapshot(): Snapshot {
    this.taken ??= this.take();
    return this.taken;
  }

  /** Calls the listener after each change, until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  protected abstract take(): Snapshot;

  protected readonly changed = (): void => {
    this.taken = undefined;
    if (this.isQueued) return;
    this.isQueued = true;
    queueMicrotask(() => {
      this.isQueued = false;
      for (const listener of [...this.listeners]) listener();
    });
  };
}

/** Runs work soon after it is wanted: once for all wishes in between, and at most once in some milliseconds. */
export class Debounced {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ranAt = 0;

  /** @param soonMs pause before work that did not run recently */
  constructor(
    private readonly ms: number,
    private readonly run: () => unknown,
    private readonly soonMs = ms,
  ) {}

  later(): void {
    const pause = Math.max(this.soonMs, Math.min(this.ms, this.ranAt + this.ms - Date.now()));
    this.timer ??= setTimeout(() => this.now(), pause);
  }

  /** Runs what is wanted; does nothing where nothing is. */
  now(): void {
    if (this.timer === undefined) return;
    this.cancel();
    this.ranAt = Date.now();
    this.run();
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}

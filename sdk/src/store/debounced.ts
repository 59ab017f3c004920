/** Runs work some milliseconds after it is wanted: once for all wishes in between. */
export class Debounced {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly ms: number,
    private readonly run: () => unknown,
  ) {}

  later(): void {
    this.timer ??= setTimeout(() => this.now(), this.ms);
  }

  /** Runs what is wanted; does nothing where nothing is. */
  now(): void {
    if (this.timer === undefined) return;
    this.cancel();
    this.run();
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}

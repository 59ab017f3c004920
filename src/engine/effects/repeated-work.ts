/** Work that runs again and again with a pause between two runs, until it is closed. */
export class RepeatedWork {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly pauseMs: number,
    /** Resolves with the milliseconds until the next run, where they are others than `pauseMs`. */
    private readonly run: (isCurrent: () => boolean) => Promise<number> | Promise<void>,
    /** Called for each run that fails, unless the work was closed meanwhile. */
    private readonly failed: (error: unknown) => void,
  ) {}

  get isOpen(): boolean {
    return this.timer !== undefined;
  }

  /** The next run begins after `ms`. A run that is under way ends, and no other follows it. */
  start(ms = this.pauseMs): void {
    this.close();
    const timer = setTimeout(async () => {
      const isCurrent = () => this.timer === timer;
      let nextMs = this.pauseMs;
      try {
        nextMs = (await this.run(isCurrent)) ?? nextMs;
      } catch (error) {
        if (isCurrent()) this.failed(error);
      }
      if (isCurrent()) this.start(nextMs);
    }, ms);
    this.timer = timer;
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}

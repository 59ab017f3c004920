/** Does the work after some time, unless it is cancelled before. */
export interface LateTimer {
  cancel(): void;
}

class Begun implements LateTimer {
  private timer: NodeJS.Timeout | undefined;
  private isCancelled = false;

  constructor(
    private readonly ms: number,
    private readonly work: () => void,
  ) {}

  make(): void {
    if (!this.isCancelled) this.timer = setTimeout(this.work, this.ms).unref();
  }

  cancel(): void {
    this.isCancelled = true;
    clearTimeout(this.timer);
  }
}

/**
 * Timers of which most are cancelled in the turn of the event loop that began them: those never become timers of Node. The
 * time counts from the end of that turn. They do not keep the process running.
 */
export class LateTimers {
  private begun: Begun[] = [];

  begin(ms: number, work: () => void): LateTimer {
    const timer = new Begun(ms, work);
    if (this.begun.push(timer) === 1) setImmediate(() => this.endTurn());
    return timer;
  }

  private endTurn(): void {
    const { begun } = this;
    this.begun = [];
    for (const timer of begun) timer.make();
  }
}

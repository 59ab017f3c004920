type Begin = () => void;

/**
 * Handlers of many events, of which one begins in a turn of the event loop. After one that began late in a turn, the
 * next turn has none, so that requests come first.
 */
export class HandlerTurns {
  private readonly waiting: Begin[] = [];
  /** One began in this turn: at its begin, or later. */
  private begun: 'first' | 'later' | undefined;
  private mayBegin = true;

  get areWaiting(): boolean {
    return this.waiting.length > 0;
  }

  /** Undefined: a handler may begin now. Otherwise it may once the promise is kept. */
  wait(isEarly: boolean): Promise<void> | undefined {
    if (isEarly && !this.areWaiting && !this.begun) {
      this.begun = 'later';
      return undefined;
    }
    return new Promise((begin) => this.waiting.push(begin));
  }

  endTurn(): void {
    this.mayBegin = this.begun !== 'later';
    this.begun = undefined;
  }

  /** At the begin of a turn. */
  beginFirst(): void {
    const begin = this.mayBegin ? this.waiting.shift() : undefined;
    if (!begin) return;
    this.begun = 'first';
    begin();
  }
}

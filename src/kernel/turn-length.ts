import { token } from './token.js';

/** A turn that has lasted so long leaves work that can wait to the next ones. */
const LONG_MS = 7;
/** Work waits for so many turns at most. */
const MOST_WAITS = 3;

type Work = () => void;

interface Due {
  readonly atMs: number;
  readonly work: Work;
}

/**
 * Measures a turn of the event loop from its first input. Each kind of work has a bound in a turn; this bounds their
 * sum. Work that can wait begins in a turn that is short so far.
 */
export class TurnLength {
  private beganMs: number | undefined;
  private isOver = true;
  /** Counts turns that had input. */
  private turn = 0;
  private due: Due | undefined;

  constructor(private readonly clock: { monotonic(): number }) {}

  /** Called before each input. */
  input(): void {
    if (!this.isOver) return;
    this.isOver = false;
    this.turn++;
    this.beganMs = this.clock.monotonic();
    setImmediate(() => {
      this.isOver = true;
    });
  }

  /** Called before each request is handled. Does the hastened work that is due. */
  beforeRequest(): void {
    if (!this.due || this.clock.monotonic() < this.due.atMs) return;
    const { work } = this.due;
    this.due = undefined;
    work();
  }

  /** Milliseconds since the first input of this turn, or of the last one that had input. */
  get lastedMs(): number {
    return this.beganMs === undefined ? 0 : this.clock.monotonic() - this.beganMs;
  }

  /** Does the work before the first request that is handled `ms` from now or later. @returns cancels it */
  hasten(ms: number, work: Work): () => void {
    const due = { atMs: this.clock.monotonic() + ms, work };
    this.due = due;
    return () => {
      if (this.due === due) this.due = undefined;
    };
  }

  /** @returns schedules the work at the end of a turn: of this one if it is short, else of one of the next */
  scheduler(work: Work): () => void {
    let waits = 0;
    let waitedIn: number | undefined;
    const begin = () => {
      // A turn without further input waits for nobody.
      if (this.turn !== waitedIn && waits < MOST_WAITS && this.lastedMs >= LONG_MS) {
        waits++;
        waitedIn = this.turn;
        setImmediate(begin);
        return;
      }
      waits = 0;
      waitedIn = undefined;
      work();
    };
    return () => setImmediate(begin);
  }
}

export const TURN_LENGTH = token<TurnLength>('TurnLength');

import { AdmittedPart } from './admitted-part.js';
import { token } from './token.js';

/** A turn that has lasted so long leaves work that can wait to the next ones. */
const LONG_MS = 7;
/** Work that has waited for so long waits for no further turn. */
const MOST_WAIT_MS = 12;

type Work = () => void;

interface Due {
  readonly atMs: number;
  readonly work: Work;
}

/** Totals of an event loop since its start. */
export interface LoopUse {
  /** Milliseconds in which it waited for input. */
  readonly idleMs: number;
  /** Number of its turns. */
  readonly turns: number;
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
  private readonly admitted = new AdmittedPart();
  private before: LoopUse | undefined;

  /** @param use default: a turn lasts from its first input to the next one */
  constructor(
    private readonly clock: { monotonic(): number },
    private readonly use: () => LoopUse = () => ({ idleMs: 0, turns: this.turn }),
  ) {}

  /** The part of the usual input that turns accept where they are to be short: 0.02 to 1. */
  get admittedPart(): number {
    return this.admitted.value;
  }

  /** Called before each input. */
  input(): void {
    if (!this.isOver) return;
    this.isOver = false;
    this.turn++;
    this.begin();
    setImmediate(() => {
      this.isOver = true;
    });
  }

  private begin(): void {
    const { before, beganMs } = this;
    this.before = this.use();
    this.beganMs = this.clock.monotonic();
    if (!before || beganMs === undefined) return;
    const { idleMs, turns } = this.before;
    const busyMs = this.beganMs - beganMs - (idleMs - before.idleMs);
    this.admitted.turned(busyMs / Math.max(1, turns - before.turns));
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

  /** @returns schedules the work at the end of a turn: of this one if it is short, else of one of the next two */
  scheduler(work: Work): () => void {
    let sinceMs = 0;
    let waitedIn: number | undefined;
    const begin = () => {
      // A turn without further input waits for nobody.
      const mayWait = this.turn !== waitedIn && this.clock.monotonic() - sinceMs < MOST_WAIT_MS;
      if (mayWait && this.lastedMs >= LONG_MS) {
        waitedIn = this.turn;
        setImmediate(begin);
        return;
      }
      waitedIn = undefined;
      work();
    };
    return () => {
      sinceMs = this.clock.monotonic();
      setImmediate(begin);
    };
  }
}

export const TURN_LENGTH = token<TurnLength>('TurnLength');

import { nextTurn } from './sliced-work.js';
import { token } from './token.js';

/** After this time no further read begins in the same turn of the event loop. */
const LONGEST_TURN_MS = 10;

/**
 * Ends long turns of the event loop. Reads of an embedded store wait for nothing, so without it a loop of them would be
 * one turn, however many they are.
 */
export class LoopTurns {
  private began: number | undefined;

  constructor(private readonly clock: { monotonic(): number }) {}

  /** Ask again after the wait. Undefined: a read may begin. */
  wait(): Promise<void> | undefined {
    const now = this.clock.monotonic();
    if (this.began === undefined) {
      this.began = now;
      setImmediate(() => {
        this.began = undefined;
      });
    }
    return now - this.began < LONGEST_TURN_MS ? undefined : nextTurn();
  }
}

export const LOOP_TURNS = token<LoopTurns>('LoopTurns');

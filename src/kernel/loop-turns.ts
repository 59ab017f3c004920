import { nextTurn } from './sliced-work.js';
import { token } from './token.js';

/** After this time and so many reads no further read begins in the same turn of the event loop. */
const LONGEST_TURN_MS = 10;
const FEW_READS = 40;

/**
 * Ends long turns of the event loop. Reads of an embedded store wait for nothing, so without it a loop of them would be
 * one turn, however many they are.
 */
export class LoopTurns {
  private began: number | undefined;
  private reads = 0;

  constructor(private readonly clock: { monotonic(): number }) {}

  /**
   * Ask again after the wait. Undefined: the work may begin.
   * @param few reads that never wait, in each turn
   */
  wait(few = FEW_READS): Promise<void> | undefined {
    const now = this.clock.monotonic();
    if (this.began === undefined) {
      this.began = now;
      setImmediate(() => {
        this.began = undefined;
        this.reads = 0;
      });
    }
    const isShort = this.reads < few || now - this.began < LONGEST_TURN_MS;
    if (!isShort) return nextTurn();
    this.reads++;
    return undefined;
  }
}

export const LOOP_TURNS = token<LoopTurns>('LoopTurns');

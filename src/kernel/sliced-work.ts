import type { FairQueueBounds } from './fair-bounds.js';
import { FairRunner } from './fair-runner.js';

const BOUNDS: FairQueueBounds = {
  running: { total: 1, perTenant: 1 },
  waiting: { total: 1_000, perTenant: 100 },
  waitingBytes: { total: 134_217_728, perTenant: 33_554_432 },
};

/** Kept after everything else that is ready now had its turn of the event loop. Long work waits for it between its parts. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Does long work of one request, with a turn of the event loop between two slices. */
export async function inSlices<T>(slices: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
    await nextTurn();
  }
}

/**
 * Long work on the event loop, in slices of a few milliseconds. Between two slices, of whatever work, everything else
 * has its turn; tenants take turns.
 */
export class SlicedWork {
  private readonly turns: FairRunner;

  constructor(bounds: FairQueueBounds = BOUNDS) {
    this.turns = new FairRunner(bounds);
  }

  /** Work that waits for its first or its next slice. */
  get waiting(): number {
    return this.turns.waiting;
  }

  /**
   * @param bytes that the work holds while it waits
   * @throws QueueFull, and what the work throws
   */
  run<T>(tenantId: string, bytes: number, slices: Generator<void, T>): Promise<T> {
    return this.turns.run({ tenantId, bytes }, async (turn) => {
      for (;;) {
        const { done, value } = slices.next();
        if (done) return value;
        await nextTurn();
        await turn.yield();
      }
    });
  }
}

import type { FairQueueBounds } from './fair-bounds.js';
import { FairRunner } from './fair-runner.js';

const BOUNDS: FairQueueBounds = {
  running: { total: 1, perTenant: 1 },
  waiting: { total: 1_000, perTenant: 100 },
  waitingBytes: { total: 134_217_728, perTenant: 33_554_432 },
};

/** Slices of a few milliseconds that all long work of the process together does in a turn of the event loop. */
const SLICES_A_TURN = 3;

/** Kept after everything else that is ready now had its turn of the event loop. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const waiting: (() => void)[] = [];

function resumeSome(): void {
  for (const resume of waiting.splice(0, SLICES_A_TURN)) resume();
  if (waiting.length > 0) setImmediate(resumeSome);
}

/**
 * Long work waits for it between its slices. All long work of the process shares a few slices of each turn of the event
 * loop, in the order in which it came, so that short work is done soon however much long work there is.
 */
export const nextSlice = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeSome);
  });

/** Does long work of one request, with other work between two slices. */
export async function inSlices<T>(slices: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
    await nextSlice();
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
        await nextSlice();
        await turn.yield();
      }
    });
  }
}

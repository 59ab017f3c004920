import type { FairQueueBounds } from './fair-bounds.js';
import { FairRunner } from './fair-runner.js';

const BOUNDS: FairQueueBounds = {
  running: { total: 1, perTenant: 1 },
  waiting: { total: 1_000, perTenant: 100 },
  waitingBytes: { total: 134_217_728, perTenant: 33_554_432 },
};

/** Long work takes so many milliseconds of a turn of the event loop, or one slice that takes longer. */
const SLICES_MS = 5;

/** Kept after everything else that is ready now had its turn of the event loop. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const waiting: (() => void)[] = [];
let turnBegan = 0;

function beginTurn(): void {
  turnBegan = performance.now();
  resume();
}

/** One slice after the other, each with the promises that it settles, until the time of this turn is over. */
function resume(): void {
  if (performance.now() - turnBegan >= SLICES_MS) {
    setImmediate(beginTurn);
    return;
  }
  waiting.shift()?.();
  if (waiting.length > 0) queueMicrotask(() => process.nextTick(resume));
}

/**
 * Long work waits for it between its slices. All long work of the process shares a part of each turn of the event loop,
 * in the order in which it came, so that short work is done soon however much long work there is.
 */
export const nextSlice = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(beginTurn);
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

import type { FairQueueBounds } from '../fairness/queue/fair-bounds.js';
import { FairRunner } from '../fairness/queue/fair-runner.js';
import { Slices } from './slices.js';

const BOUNDS: FairQueueBounds = {
  running: { total: 1, perTenant: 1 },
  waiting: { total: 1_000, perTenant: 100 },
  waitingBytes: { total: 134_217_728, perTenant: 33_554_432 },
};

/** Kept after everything else that is ready now had its turn of the event loop. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The slices of this process. */
export const slices = new Slices();

/** Takes the place of a tenant where the process works for itself. */
export const OF_NO_TENANT = '';

/** Long work of a tenant waits for it between its slices. */
export const nextSlice = (tenantId: string): Promise<void> => slices.next(tenantId);

/** Does long work of one request, with other work between two slices. */
export async function inSlices<T>(tenantId: string, work: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await nextSlice(tenantId);
  }
}

/**
 * Long work on the event loop, in slices of a few milliseconds. Between two slices, of whatever work, everything else
 * has its turn; tenants take turns.
 */
export class SlicedWork {
  private readonly turns: FairRunner;

  constructor(
    bounds: FairQueueBounds = BOUNDS,
    private readonly own: Slices = slices,
  ) {
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
  run<T>(tenantId: string, bytes: number, work: Generator<void, T>): Promise<T> {
    return this.turns.run({ tenantId, bytes }, async (turn) => {
      for (;;) {
        const { done, value } = work.next();
        if (done) return value;
        await this.own.next(tenantId);
        await turn.yield();
      }
    });
  }
}

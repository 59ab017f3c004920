import { slices } from '../../../src/kernel/sliced-work.js';

/** While the work runs each slice of long work has a turn of the event loop of its own, however short it is. */
export async function withSliceTurns<T>(work: () => Promise<T>): Promise<T> {
  const clock = slices.timeBy(undefined);
  try {
    return await work();
  } finally {
    slices.timeBy(clock);
  }
}

import { LOOP_TURNS, type LoopTurns } from '../../../src/kernel/loop-turns.js';
import type { Tidings } from '../api.js';

/** Number of reads of a tenant in the embedded stores during the work. */
export async function readsDuring({ app }: Tidings, tenantId: string, work: () => Promise<void>): Promise<number> {
  const turns = app.get<LoopTurns>(LOOP_TURNS);
  const wait = turns.wait;
  let reads = 0;
  turns.wait = (reader) => {
    if (reader === tenantId) reads++;
    return wait.call(turns, reader);
  };
  try {
    await work();
  } finally {
    turns.wait = wait;
  }
  return reads;
}

import { LOOP, type Loop } from '../../../src/fairness/loop.js';
import type { Tidings } from '../api.js';

/** Number of reads of a tenant in the embedded stores during the work. */
export async function readsDuring({ app }: Tidings, tenantId: string, work: () => Promise<void>): Promise<number> {
  const loop = app.get<Loop>(LOOP);
  const pause = loop.pause;
  let reads = 0;
  loop.pause = (reader) => {
    if (reader === tenantId) reads++;
    return pause.call(loop, reader);
  };
  try {
    await work();
  } finally {
    loop.pause = pause;
  }
  return reads;
}

import { performance } from 'node:perf_hooks';
import type { LoopUse } from '../../kernel/turn-length.js';

/** Totals of the event loop of this thread. */
export const loopUse = (): LoopUse => {
  const { idleTime, uvMetricsInfo } = performance.nodeTiming;
  return { idleMs: idleTime, turns: uvMetricsInfo.loopCount };
};

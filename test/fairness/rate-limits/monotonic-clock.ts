import { instant, plus } from '../../../src/kernel/instant.js';
import type { Clock } from '../../../src/ports/process/clock.js';

const START = instant('2030-01-01T00:00:00Z');

/** A clock whose two times stand still until the test moves both. */
export function monotonicClock(): Clock & { advance(ms: number): void } {
  let passedMs = 0;
  return {
    now: () => plus(START, passedMs),
    monotonic: () => passedMs,
    advance(ms) {
      passedMs += ms;
    },
  };
}

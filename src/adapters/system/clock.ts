import { type Instant, instant } from '../../kernel/instant.js';
import type { Clock } from '../../ports/process/clock.js';

/** A moment is written out once a millisecond, because it is asked for several times a request. */
let writtenMs = 0;
let written: Instant = instant(0);

export const systemClock: Clock = {
  now() {
    const ms = Date.now();
    if (ms !== writtenMs) {
      written = instant(ms);
      writtenMs = ms;
    }
    return written;
  },
  monotonic: () => performance.now(),
};

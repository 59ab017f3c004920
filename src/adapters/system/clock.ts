import { type Instant, instant } from '../../kernel/instant.js';
import type { Clock } from '../../ports/process/clock.js';

/** The text of a moment is made at most once a millisecond, because a request needs it several times. */
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

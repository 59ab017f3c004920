import { type Instant, instant, plus } from '../../../src/kernel/instant.js';
import type { Clock } from '../../../src/ports/process/clock.js';

/** A clock that stands still until the test moves it. */
export function setClock(start = '2030-01-01T00:00:00Z') {
  let now = instant(start);
  const clock: Clock & { advance(ms: number): void; set(at: Instant): void } = {
    now: () => now,
    monotonic: () => performance.now(),
    advance(ms) {
      now = plus(now, ms);
    },
    set(at) {
      now = at;
    },
  };
  return clock;
}

/** A clock whose two times stand still until the test moves both. */
export function monotonicClock(): Clock & { advance(ms: number): void } {
  const clock = setClock();
  let passedMs = 0;
  return {
    now: clock.now,
    monotonic: () => passedMs,
    advance(ms) {
      clock.advance(ms);
      passedMs += ms;
    },
  };
}

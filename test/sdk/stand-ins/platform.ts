import { type Platform, platform } from '../../../sdk/src/live/platform.js';

/** A machine that sleeps and wakes up when a test says so. Its timers run as those of the test. */
export function standInPlatform(): Platform & { wake(): void; sleep(ms: number): void } {
  const wakes = new Set<() => void>();
  let slept = 0;
  return {
    now: () => platform.now() + slept,
    after: platform.after,
    onWake(wake) {
      wakes.add(wake);
      return () => wakes.delete(wake);
    },
    wake: () => {
      for (const each of wakes) each();
    },
    sleep: (ms) => {
      slept += ms;
    },
  };
}

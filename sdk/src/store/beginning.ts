import { platform } from '../live/platform.js';
import { isPassing, pauseBefore, paused } from '../retries.js';

const MOST_DOUBLED = 6;

/** Tries again after errors that pass, and at once when the network is back. @throws other errors, the reason of the signal */
export async function untilBegun<T>(begin: () => Promise<T>, signal: AbortSignal, onFailure = () => {}): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await begin();
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error)) throw error;
      onFailure();
    }
    await pausedUntilWake(pauseBefore(Math.min(attempt, MOST_DOUBLED), null), signal);
    signal.throwIfAborted();
  }
}

async function pausedUntilWake(ms: number, signal: AbortSignal): Promise<void> {
  const wake = new AbortController();
  const stop = () => wake.abort();
  const endWatch = platform.onWake(stop);
  signal.addEventListener('abort', stop, { once: true });
  await paused(ms, wake.signal).catch(() => {});
  signal.removeEventListener('abort', stop);
  endWatch();
}

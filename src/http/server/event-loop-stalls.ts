import { monitorEventLoopDelay } from 'node:perf_hooks';
import { SECOND } from '../../kernel/instant.js';
import type { Clock } from '../../ports/process/clock.js';

const RESOLUTION_MS = 10;
const LOOK_MS = 20;
/** The longest stall of the event loop that is allowed. Only one legal request body of 4 MiB may exceed it. */
const STALL_MS = 50;
const NANOSECONDS = 1e9;

/** Measures stalls of the event loop. */
export class EventLoopStalls {
  /** Stalls over 50 ms since the start. */
  count = 0;
  private readonly delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private looking: NodeJS.Timeout | undefined;

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  start(): void {
    this.delay.enable();
    let last = this.clock.monotonic();
    this.looking = setInterval(() => {
      const now = this.clock.monotonic();
      if (now - last > STALL_MS + LOOK_MS) this.count++;
      last = now;
    }, LOOK_MS).unref();
  }

  close(): void {
    clearInterval(this.looking);
    this.delay.disable();
  }

  /** Seconds of the longest stall since the last call. */
  longest(): number {
    const seconds = Math.max(0, this.delay.max / NANOSECONDS - RESOLUTION_MS / SECOND);
    this.delay.reset();
    return seconds;
  }
}

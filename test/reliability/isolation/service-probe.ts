import { readFileSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { metricIn, metricsOf } from '../../support/metrics.js';
import { waitedMs } from '../../support/processes/linux-processes.js';
import type { ServerChild } from '../crash/server-child.js';

export interface Reading {
  /** Longest stall of the event loop since the reading before. */
  readonly stallMs: number;
  /** Most memory that the process held since the reading before. */
  readonly peakMiB: number;
  /** How long its main thread could have run and did not, because other processes did. */
  readonly waitedMs: number;
  /** Work that waits, and events that are not handled. */
  readonly waiting: number;
}

const LONGEST_REST_MS = 15_000;
const RESET_PEAK = '5';

/** Reads the metrics of a service, and what Linux says about its process. */
export class ServiceProbe {
  private waitedMs = 0;

  constructor(private readonly server: ServerChild) {}

  async read(): Promise<Reading> {
    const text = await metricsOf(this.server);
    const sum = (name: string) => metricIn(text, name);
    const waited = waitedMs(this.server.pid);
    const reading = {
      stallMs: sum('tidings_event_loop_stall_seconds') * 1_000,
      peakMiB: Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(this.proc('status'))?.[1]) / 1_024),
      waitedMs: waited - this.waitedMs,
      waiting: sum('tidings_queue_length') + sum('tidings_subscriber_lag_events'),
    };
    writeFileSync(`/proc/${this.server.pid}/clear_refs`, RESET_PEAK);
    this.waitedMs = waited;
    return reading;
  }

  /** Resolves when nothing waits any more, or after `longestMs`. */
  async rest(longestMs = LONGEST_REST_MS): Promise<Reading> {
    const until = performance.now() + longestMs;
    for (;;) {
      const reading = await this.read();
      if (reading.waiting === 0 || performance.now() > until) return reading;
      await sleep(500);
    }
  }

  private proc(file: string): string {
    return readFileSync(`/proc/${this.server.pid}/${file}`, 'utf8');
  }
}

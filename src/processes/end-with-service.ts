// Runs in a child process of the service. From source Node strips the types, so this file imports by `.ts`.
import { Worker } from 'node:worker_threads';
import { STOP_SIGNALS } from './stop-signals.ts';

const WATCH_MS = { memory: 50, service: 1_000 };

/**
 * Ends this process where the service is gone, or where it holds more memory than `mostBytes`, also outside of its heap.
 * While a job runs no event arrives here, so a thread watches. A terminal sends Ctrl-C to this process too: the
 * service decides when it ends.
 */
export function endWithService(mostBytes?: number): void {
  const isBounded = mostBytes !== undefined;
  const isTooLarge = isBounded ? `process.memoryUsage.rss() > ${mostBytes}` : 'false';
  const watch = `setInterval(() => {
    if (process.ppid !== ${process.ppid} || ${isTooLarge}) process.kill(${process.pid}, 'SIGKILL');
  }, ${isBounded ? WATCH_MS.memory : WATCH_MS.service})`;
  new Worker(watch, { eval: true }).unref();
  process.on('disconnect', () => process.exit());
  for (const signal of STOP_SIGNALS) process.on(signal, () => undefined);
}

/** A result, and the milliseconds of a processor that this thread took for it. */
export interface Timed<T> {
  readonly result: T;
  readonly ms: number;
}

/** Measures the processor and not the clock, so a busy machine changes nothing. */
export function timed<T>(work: () => T): Timed<T> {
  const before = process.threadCpuUsage();
  const result = work();
  const { user, system } = process.threadCpuUsage(before);
  return { result, ms: (user + system) / 1_000 };
}

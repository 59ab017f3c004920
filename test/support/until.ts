const POLL_MS = 10;

/**
 * Reads again and again until `holds` accepts the value.
 * @throws Error with the last value, after `ms` milliseconds.
 */
export async function until<T>(
  read: () => T | Promise<T>,
  holds: (value: T) => boolean = Boolean,
  ms = 10_000,
): Promise<T> {
  for (const end = performance.now() + ms; ; ) {
    const value = await read();
    if (holds(value)) return value;
    if (performance.now() > end) throw new Error(`not within ${ms} ms: ${JSON.stringify(value)?.slice(0, 1_000)}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Assumptions that the next attempt of a call may make. */
export type Repeatable =
  /** Repeating it has no second effect. */
  | 'always'
  /** It may be repeated only if it was refused before it began (429). */
  | 'refused';

const STARTED_WAIT_MS = 200;
/** A call whose next attempt may only come later than this is given up. */
export const LONGEST_WAIT_MS = 60_000;
export const RETRIED: readonly number[] = [408, 429, 500, 502, 503, 504];

/** Milliseconds before the next attempt: those of `Retry-After`, else twice as many each time, with jitter. */
export function pauseBefore(attempt: number, retryAfter: string | null): number {
  const asked = Number(retryAfter ?? Number.NaN) * 1_000;
  if (Number.isFinite(asked) && asked >= 0) return asked;
  return Math.min(STARTED_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2);
}

/** Whether another attempt may follow a response. */
export function asksAgain(repeatable: Repeatable, status: number, code: string | undefined): boolean {
  if (repeatable === 'refused') return status === 429;
  return RETRIED.includes(status) || code === 'errors.idempotency.in_progress';
}

/** Resolves after a time, rejects with the reason of the signal. */
export const paused = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });

import { NoAnswer, TidingsError } from './errors.js';
import { PASSING, RETRIED } from './retried.js';

/** Assumptions that the next attempt of a call may make. */
export type Repeatable =
  /** Repeating it has no second effect. */
  | 'always'
  /** It may be repeated only if it was refused before it began (429). */
  | 'refused';

const STARTED_WAIT_MS = 200;
/** A call whose next attempt may only come later than this is given up. */
export const LONGEST_WAIT_MS = 60_000;

/** Milliseconds before the next attempt: those of the service, else twice as many each time, with jitter. */
export function pauseBefore(attempt: number, askedMs: number | null | undefined): number {
  return askedMs ?? Math.min(STARTED_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2);
}

/** Milliseconds of `Retry-After`, which has seconds or a date. A date counts from the clock of the server. */
export function waitOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  const seconds = Number(text);
  if (seconds >= 0) return seconds * 1_000;
  const [at, now] = [Date.parse(text), Date.parse(headers.get('date') ?? '')];
  return Number.isNaN(at) ? undefined : Math.max(0, at - (Number.isNaN(now) ? Date.now() : now));
}

/** Whether another attempt may follow a response. */
export function asksAgain(repeatable: Repeatable, status: number, code: string | undefined): boolean {
  if (repeatable === 'refused') return status === 429;
  return RETRIED.includes(status) || (code !== undefined && PASSING.includes(code));
}

/** Whether an error of a call passes by itself: no answer came, or a status or code of the table. */
export function isPassing(error: unknown): boolean {
  if (error instanceof TidingsError) return asksAgain('always', error.status, error.code);
  return error instanceof NoAnswer && (error.status === undefined || RETRIED.includes(error.status));
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

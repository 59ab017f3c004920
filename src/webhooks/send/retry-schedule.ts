import { createHash } from 'node:crypto';
import { RETRY_JITTER } from '../../catalogue/webhook-retries.js';
import { epochMs, type Instant, plus, SECOND } from '../../kernel/instant.js';

/** From 0 to 1, the same for the same words: whose retries began together do not stay together. */
export const spread = (...words: readonly string[]): number =>
  createHash('sha256').update(words.join('\n')).digest().readUInt32BE(0) / 0x1_0000_0000;

/** The seconds of pause that a receiver requests; undefined for a header in another form. */
export function retryAfter(header: string | undefined, now: Instant): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - epochMs(now)) / SECOND);
}

export interface Failed {
  /** Attempts of this round, the failed one too. */
  readonly attempts: number;
  readonly pauses: readonly number[];
  /** Result of `spread`; absent for a schedule without jitter. */
  readonly jitter?: number;
  readonly retryAfter?: number | undefined;
}

/** When it is tried again; undefined: it was the last time. `Retry-After` lengthens only, up to twice the step. */
export function nextAttempt(
  now: Instant,
  { attempts, pauses, jitter, retryAfter: requested = 0 }: Failed,
): Instant | undefined {
  const step = pauses[attempts - 1];
  if (step === undefined) return undefined;
  const jittered = jitter === undefined ? step : step * (1 - RETRY_JITTER + 2 * RETRY_JITTER * jitter);
  return plus(now, Math.round(Math.max(jittered, Math.min(requested, 2 * step)) * SECOND));
}

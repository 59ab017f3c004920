import { epochMs, type Instant } from '../kernel/instant.js';
import type { Delivery } from './delivery.js';
import type { WebhookEndpoint } from './endpoint-settings.js';
import { isWoken, restingHead } from './resting-head.js';

/** As many attempts as the longest schedule has (`WEBHOOK_RETRY_SECONDS`). */
const MOST = 101;

/** Times of the last failed attempts of a conversation, oldest first. */
export type ConversationClock = readonly Instant[];

/**
 * Deliveries of a conversation share one clock: to a delivery, the failed attempts of earlier ones since it began to wait
 * count as its own. When the first one ends, the next is tried at once. If it has waited through the whole schedule, that
 * is its only attempt and the one after it follows; if it joined later, it rests for what is left of its schedule, and all
 * behind it rest too.
 * @returns the number of attempts that count as made by the delivery, besides its own
 */
export const countedAttempts = (clock: ConversationClock, { createdAt, renewedAt = createdAt }: Delivery): number =>
  clock.filter((at) => at > renewedAt).length;

/** The clock after a delivery of the conversation ended. */
export function clockAfter(clock: ConversationClock, { attempts, earlier }: Delivery): ConversationClock {
  const failed = attempts.slice(earlier).flatMap(({ at, error }) => (error === undefined ? [] : [at]));
  return failed.length === 0 ? clock : [...clock, ...failed].slice(-MOST);
}

export interface DueTime {
  /** Milliseconds since the epoch; 0: at once. */
  readonly dueMs: number;
  /** It is due before its time because the endpoint answered again. */
  readonly isWoken: boolean;
}

/** When the first delivery of a conversation is attempted. */
export function dueTime(delivery: Delivery, endpoint: WebhookEndpoint, recoveredAt: Instant | undefined): DueTime {
  const { nextAttemptAt, attempts } = delivery;
  const last = attempts.at(-1)?.at;
  if (nextAttemptAt === undefined || last === undefined) return { dueMs: 0, isWoken: false };
  const head = restingHead(delivery, last);
  if (isWoken(head, endpoint, undefined)) return { dueMs: 0, isWoken: false };
  if (isWoken(head, endpoint, recoveredAt)) return { dueMs: 0, isWoken: true };
  return { dueMs: epochMs(nextAttemptAt), isWoken: false };
}

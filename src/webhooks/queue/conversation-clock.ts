import { MOST_RETRY_PAUSES } from '../../catalogue/webhook-retries.js';
import { epochMs, type Instant } from '../../kernel/instant.js';
import type { Delivery } from '../plan/delivery.js';
import { isWanted, type WebhookEndpoint } from '../plan/endpoint-settings.js';

/** Attempts of the longest schedule. */
const MOST = MOST_RETRY_PAUSES + 1;

/** Times of the last failed attempts of a conversation, oldest first. */
export type ConversationClock = readonly Instant[];

/**
 * Deliveries of a conversation share one clock. For each delivery, failed attempts of earlier ones since it began to
 * wait count as its own. When the first one ends, the next is tried at once. If it has waited through the whole
 * schedule, that is its only attempt and the one after it follows. If it joined later, it rests for the remainder of
 * its schedule, and all behind it rest too.
 * @returns the number of attempts that count as made by the delivery, in addition to its own
 */
export const countedAttempts = (clock: ConversationClock, { createdAt, renewedAt = createdAt }: Delivery): number =>
  clock.filter((at) => at > renewedAt).length;

/** The clock after a delivery of the conversation ended. */
export function clockAfter(clock: ConversationClock, { attempts, earlier }: Delivery): ConversationClock {
  const failed = attempts.slice(earlier).flatMap(({ at, error }) => (error === undefined ? [] : [at]));
  return failed.length === 0 ? clock : [...clock, ...failed].slice(-MOST);
}

/** The first delivery of a conversation as it waits for its next attempt. */
export interface Rest {
  /** Time of the last attempt. */
  readonly at: Instant;
  readonly type: Delivery['type'];
  readonly isHeld?: true;
  readonly wasWoken?: true;
}

/** @returns undefined where the delivery was not attempted yet */
export function restOf({ type, attempts, heldUntil, wasWoken }: Delivery): Rest | undefined {
  const at = attempts.at(-1)?.at;
  return at && { at, type, ...(heldUntil && { isHeld: true }), ...(wasWoken && { wasWoken }) };
}

/**
 * Whether a delivery no longer waits for its time. It is no longer wanted, the settings changed since its last attempt,
 * or the endpoint has succeeded since. A success wakes each delivery once, and not one that a receiver held back.
 */
export function isWoken(rest: Rest | undefined, endpoint: WebhookEndpoint, recoveredAt: Instant | undefined): boolean {
  if (!rest || !isWanted(endpoint, rest.type)) return true;
  if (endpoint.settings && endpoint.settings.updatedAt > rest.at) return true;
  return recoveredAt !== undefined && recoveredAt > rest.at && !rest.isHeld && !rest.wasWoken;
}

export interface DueTime {
  /** Milliseconds since the epoch; 0: at once. */
  readonly dueMs: number;
  /** It is due before its time because the endpoint has succeeded. */
  readonly isWoken: boolean;
}

/** When the first delivery of a conversation is attempted. */
export function dueTime(delivery: Delivery, endpoint: WebhookEndpoint, recoveredAt: Instant | undefined): DueTime {
  const rest = restOf(delivery);
  if (delivery.nextAttemptAt === undefined || isWoken(rest, endpoint, undefined)) return { dueMs: 0, isWoken: false };
  if (isWoken(rest, endpoint, recoveredAt)) return { dueMs: 0, isWoken: true };
  return { dueMs: epochMs(delivery.nextAttemptAt), isWoken: false };
}

import type { SentType } from '../catalogue/webhook-types.js';
import { epochMs, type Instant } from '../kernel/instant.js';
import { OUTGOING_FAULTS } from '../ports/outbound-http.js';

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED', 'CANCELLED'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why an attempt failed. */
export const ATTEMPT_ERRORS = [...OUTGOING_FAULTS, 'redirect', 'status'] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

export interface Attempt {
  readonly at: Instant;
  readonly statusCode?: number;
  readonly durationMs: number;
  readonly error?: AttemptError;
}

/** What is owed to an endpoint, and what came of it. Of the event only where it stands: its content is in the log alone. */
export interface Delivery {
  readonly webhookId: string;
  readonly type: SentType;
  readonly conversationId?: string;
  readonly status: DeliveryStatus;
  readonly attempts: readonly Attempt[];
  /** How many attempts were made before it was last asked for: the schedule counts from here. */
  readonly earlier: number;
  readonly nextAttemptAt?: Instant;
  /** A receiver asked by `Retry-After` to wait until then. */
  readonly heldUntil?: Instant;
  /** A success of another delivery brought an attempt forward; once in a round. */
  readonly wasWoken?: true;
  readonly createdAt: Instant;
  /** A test has none. */
  readonly source?: { readonly stream: string; readonly version: number };
}

/** Where deliveries are read, so that whoever was told "accepted" can look. */
export const DELIVERIES = '/api/v1/webhooks/deliveries';

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
const LATEST_MS = 0xffff_ffff_ffff;

const newestFirst = (ms: number) => hex(LATEST_MS - ms, 12);

/** Sorts the newest first; the same for the same event in the same round. */
export const newDeliveryId = (at: Instant, position: number): string =>
  `${newestFirst(epochMs(at))}-${hex(Number.MAX_SAFE_INTEGER - position, 14)}`;

/** Position of the event in the id of its delivery. */
export const positionIn = (id: string): number => Number.MAX_SAFE_INTEGER - Number.parseInt(id.slice(13), 16);

/** Of a test: by the moment and the chance that are in its UUID. */
export function testDeliveryId(uuid: string): string {
  const digits = uuid.replaceAll('-', '');
  return `${newestFirst(Number.parseInt(digits.slice(0, 12), 16))}-${digits.slice(-14)}`;
}

/** Ids of what was created at `at` or before start here; what was created later has smaller ones. */
export const idsFrom = (at: Instant): string => newestFirst(epochMs(at));

const padded = (position: number) => String(position).padStart(16, '0');

/** Where a delivery stands in the queue of its conversation: `conversation/place`. */
export const queueId = (conversation: string, position: number): string => `${conversation}/${padded(position)}`;

/** Behind all that was in the log when it was asked for; as often as it was asked for. */
export const laterQueueId = (conversation: string, head: number, position: number, deliveryId: string): string =>
  `${conversation}/${padded(head)}.${padded(position)}.${deliveryId}`;

export const conversationIn = (queued: string): string => queued.slice(0, queued.indexOf('/'));

/** Tests stand in nobody's way: each has a queue of its own, under a name that no conversation has. */
export const testQueue = (deliveryId: string): string => `~${deliveryId}`;

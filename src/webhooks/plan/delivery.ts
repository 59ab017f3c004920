import { DELIVERY_STATUSES, type SentType, TEST_TYPE, WEBHOOK_TYPES } from '../../catalogue/webhook-types.js';
import { epochMs, type Instant } from '../../kernel/instant.js';
import { OUTGOING_FAULTS } from '../../ports/delivery/outbound-http.js';
import type { Listed, ListedRange } from '../../ports/stores/operational-store.js';

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

/** A delivery to an endpoint and its attempts. It refers to its event, whose content is in the log alone. */
export interface Delivery {
  readonly webhookId: string;
  readonly type: SentType;
  readonly conversationId?: string;
  readonly status: DeliveryStatus;
  readonly attempts: readonly Attempt[];
  /** Attempts made before the last retry by hand; the schedule counts those after it. */
  readonly earlier: number;
  readonly nextAttemptAt?: Instant;
  /** The receiver requested with `Retry-After` to wait until then. */
  readonly heldUntil?: Instant;
  /** A success of another delivery brought an attempt forward; once in a round. */
  readonly wasWoken?: true;
  readonly createdAt: Instant;
  /** Time of the last retry by hand. */
  readonly renewedAt?: Instant;
  /** The event; a test has none. */
  readonly source?: { readonly stream: string; readonly version: number };
}

/** Path of the list of deliveries, which `Location` names. */
export const DELIVERIES = '/api/v1/webhooks/deliveries';

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
const LATEST_MS = 0xffff_ffff_ffff;

const newestFirst = (ms: number) => hex(LATEST_MS - ms, 12);

/** Sorts the newest first. The same for the same event and time, so that planning twice gives one delivery. */
export const newDeliveryId = (at: Instant, position: number): string =>
  `${newestFirst(epochMs(at))}-${hex(Number.MAX_SAFE_INTEGER - position, 14)}`;

/** Position of the event in the id of its delivery. */
export const positionIn = (id: string): number => Number.MAX_SAFE_INTEGER - Number.parseInt(id.slice(13), 16);

/** Id of a test: the time and the random part of its UUID. */
export function testDeliveryId(uuid: string): string {
  const digits = uuid.replaceAll('-', '');
  return `${newestFirst(Number.parseInt(digits.slice(0, 12), 16))}-${digits.slice(-14)}`;
}

export const SENT_TYPES = [...WEBHOOK_TYPES, TEST_TYPE] as const;

const facetOf = (status: DeliveryStatus, type: SentType): string => `${status}/${type}`;

/** Deliveries are listed by time of creation and counted by status and type. */
export const listedDelivery = ({ createdAt, status, type }: Delivery): Listed => ({
  at: createdAt,
  facet: facetOf(status, type),
});

export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined;
  readonly type?: SentType | undefined;
  /** Both exclusive. */
  readonly after?: Instant | undefined;
  readonly before?: Instant | undefined;
}

export function deliveryRange({ status, type, after, before }: DeliveryFilter): ListedRange {
  const statuses = status === undefined ? DELIVERY_STATUSES : [status];
  const types = type === undefined ? SENT_TYPES : [type];
  return {
    facets: statuses.flatMap((one) => types.map((other) => facetOf(one, other))),
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  };
}

const padded = (position: number) => String(position).padStart(16, '0');

/** Place of a delivery in the queue of its conversation: `conversation/place`. */
export const queueId = (conversation: string, position: number): string => `${conversation}/${padded(position)}`;

/** A place behind every event that was in the log at the time of the request. */
export const laterQueueId = (conversation: string, head: number, position: number, deliveryId: string): string =>
  `${conversation}/${padded(head)}.${padded(position)}.${deliveryId}`;

export const conversationIn = (queued: string): string => queued.slice(0, queued.indexOf('/'));

/** A test or a retry by hand has a queue of its own: it waits for nothing and nothing waits for it. No conversation has such a name. */
export const ownQueue = (deliveryId: string): string => `~${deliveryId}`;

export const isOwnQueue = (conversation: string): boolean => conversation.startsWith('~');

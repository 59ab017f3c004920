import { epochMs, type Instant } from '../kernel/instant.js';
import type { Entry } from '../ports/stores/operational-store.js';
import { type Delivery, isOwnQueue } from './delivery.js';
import type { WebhookEndpoint } from './endpoint-settings.js';
import { isWanted } from './endpoint-settings.js';

/** Turns of a tenant's conversations: those that a person asked for, and all others. */
export type Lane = 'interactive' | 'background';

const LANE_PREFIXES: Readonly<Record<Lane, string>> = { interactive: '0/', background: '1/' };
/** Stands for a time that has come, before every instant. */
const AT_ONCE = '0';

/** The first delivery of a conversation as it waits for its next attempt. */
export interface RestingHead {
  /** Time of the last attempt. */
  readonly at: Instant;
  readonly type: Delivery['type'];
  readonly isHeld?: true;
  readonly wasWoken?: true;
}

/** `asked`: a person asked for the attempt, so that it is made before its time. */
export type HeadValue = RestingHead | 'ready' | 'asked';

/** A conversation to look at, as the operational store has it. */
export interface Head {
  readonly id: string;
  readonly revision: number;
  readonly conversation: string;
  /** Milliseconds since the epoch; 0: at once. */
  readonly dueMs: number;
  readonly value: HeadValue;
}

/** Sorts by lane, then by time, so that a tenant's due heads are one range of the store's index of keys. */
export const headId = (lane: Lane, due: Instant | undefined, conversation: string): string =>
  `${LANE_PREFIXES[lane]}${due ?? AT_ONCE}/${conversation}`;

export const lanePrefix = (lane: Lane): string => LANE_PREFIXES[lane];

export const laneOf = (conversation: string): Lane => (isOwnQueue(conversation) ? 'interactive' : 'background');

export function headOf({ key: { id }, value, revision }: Entry<HeadValue>): Head {
  const [, due = AT_ONCE, conversation = ''] = id.split('/');
  return { id, revision, conversation, dueMs: due === AT_ONCE ? 0 : epochMs(due as Instant), value };
}

export function restingHead(delivery: Delivery, at: Instant): RestingHead {
  const { type, heldUntil, wasWoken } = delivery;
  return { at, type, ...(heldUntil && { isHeld: true }), ...(wasWoken && { wasWoken }) };
}

/**
 * Whether a head no longer waits for its time: its delivery is no longer wanted, the settings changed since its last
 * attempt, or the endpoint answered again since. A success wakes each delivery once, and not one that a receiver held back.
 */
export function isWoken(value: HeadValue, endpoint: WebhookEndpoint, recoveredAt: Instant | undefined): boolean {
  if (typeof value === 'string' || !isWanted(endpoint, value.type)) return true;
  if (endpoint.settings && endpoint.settings.updatedAt > value.at) return true;
  return recoveredAt !== undefined && recoveredAt > value.at && !value.isHeld && !value.wasWoken;
}

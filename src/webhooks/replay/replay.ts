import type { WebhookType } from '../../catalogue/webhook-types.js';
import type { Position } from '../../kernel/event.js';
import type { Instant } from '../../kernel/instant.js';

export const REPLAY_STATUSES = ['RUNNING', 'DONE', 'CANCELLED'] as const;
export type ReplayStatus = (typeof REPLAY_STATUSES)[number];

/** A job that plans deliveries again for the events of a range. */
export interface Replay {
  readonly id: string;
  readonly status: ReplayStatus;
  /** Number of planned deliveries. */
  readonly deliveries: number;
  /** Every event of the range up to here is planned. */
  readonly through: Position;
  /** Inclusive. */
  readonly until: Position;
  /** End of the log when the replay began: its deliveries queue behind everything up to here. */
  readonly head: Position;
  /** The range by time; both bounds are inclusive. */
  readonly times?: { readonly from: Instant; readonly to: Instant };
  readonly types: readonly WebhookType[];
  readonly createdAt: Instant;
}

export const REPLAYS = '/api/v1/webhooks/replays';

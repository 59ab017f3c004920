import type { ConversationClock } from './conversation-clock.js';
import type { DueConversation } from './delivery-turns.js';
import type { Lane, Waiting } from './queue-store.js';

/** The deliveries of one conversation that wait, oldest first, while the conversation has a turn or waits for one. */
export interface ConversationQueue {
  readonly conversation: string;
  /** The lane whose room it takes. */
  readonly lane: Lane;
  waiting: readonly Waiting[];
  /** The operational store may have more behind `waiting`. */
  hasMore: boolean;
  /** Number of deliveries that were left to the operational store. */
  left: number;
  /** Deliveries that wait in a lane and may not be among `waiting`, by place. */
  readonly ready: Map<string, Waiting>;
  /** There may be more of those than `ready` has. */
  hasUnknown: boolean;
  /** Failed attempts that count for the deliveries that wait. */
  clock: ConversationClock;
  /** The first delivery, while it rests in the operational store. */
  rests: Waiting | undefined;
  /** The delivery that rests is due again, or another comes before it. */
  isWoken: boolean;
  /** Milliseconds since the epoch before which it gets no turn; 0: at once. */
  notBeforeMs: number;
  /** A retry by hand brings the next attempt forward. */
  byHand: boolean;
  /** Its place among the turns while it waits for one. */
  turn: DueConversation | undefined;
}

export const newQueue = (conversation: string, lane: Lane, hasMore: boolean): ConversationQueue => ({
  conversation,
  lane,
  waiting: [],
  hasMore,
  left: 0,
  ready: new Map(),
  hasUnknown: false,
  clock: [],
  rests: undefined,
  isWoken: false,
  notBeforeMs: 0,
  byHand: false,
  turn: undefined,
});

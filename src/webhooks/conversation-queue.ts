import type { ConversationClock } from './conversation-clock.js';
import type { Waiting } from './delivery-store.js';
import type { DueConversation } from './delivery-turns.js';
import type { Lane } from './resting-head.js';

/** The deliveries of one conversation that wait, oldest first, while the conversation has a turn or waits for one. */
export interface ConversationQueue {
  readonly conversation: string;
  readonly lane: Lane;
  waiting: readonly Waiting[];
  /** The operational store may have more behind `waiting`. */
  hasMore: boolean;
  /** Number of deliveries that were left to the operational store. */
  left: number;
  /** Failed attempts that count for the deliveries that wait. */
  clock: ConversationClock;
  /** Its heads in the operational store by id, with their revisions; removed when it leaves the memory. */
  readonly heads: Map<string, number>;
  /** The head under which it leaves the memory. */
  restsUnder: string | undefined;
  /** Milliseconds since the epoch before which it gets no turn; 0: at once. */
  notBeforeMs: number;
  /** A person asked for the next attempt. */
  isAsked: boolean;
  /** Its place among the turns while it waits for one. */
  turn: DueConversation | undefined;
}

export const newQueue = (conversation: string, lane: Lane, hasMore: boolean): ConversationQueue => ({
  conversation,
  lane,
  waiting: [],
  hasMore,
  left: 0,
  clock: [],
  heads: new Map(),
  restsUnder: undefined,
  notBeforeMs: 0,
  isAsked: false,
  turn: undefined,
});

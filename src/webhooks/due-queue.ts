import type { DeliveryStore, Waiting } from './delivery-store.js';

/** Kept in memory of one tenant; everything beyond stays in the operational store. */
const MOST = { conversations: 1_000, waiting: 16 };

/** The deliveries of one conversation that wait, oldest first. */
export interface ConversationQueue {
  readonly conversation: string;
  waiting: readonly Waiting[];
  /** The operational store may have more behind `waiting`. */
  hasMore: boolean;
  /** Number of deliveries that were left to the operational store. */
  left: number;
  /** Milliseconds since the epoch before which nothing is sent; 0: at once. */
  notBeforeMs: number;
  /** It waited for a next attempt: bodies made before are made anew, since a message may be deleted meanwhile. */
  hasRested: boolean;
}

/** The conversations of a tenant that have deliveries waiting. Its memory is bounded, whatever the store holds. */
export class DueQueue {
  private readonly known = new Map<string, ConversationQueue>();
  private readonly resting = new Set<ConversationQueue>();
  private cursor = '';
  private again = false;
  private filling = false;

  constructor(
    private readonly tenantId: string,
    private readonly deliveries: DeliveryStore,
    /** Called when a conversation may send. It is not ready again before it is given back. */
    private readonly ready: (queue: ConversationQueue) => void,
    /** The store may have conversations that are not known here. */
    private unread: boolean,
  ) {}

  get isEmpty(): boolean {
    return this.known.size === 0 && !this.unread;
  }

  get mayHaveMore(): boolean {
    return this.unread && !this.filling && this.known.size < MOST.conversations;
  }

  /** A new delivery, already in the operational store. False when it is left to the store. */
  add(conversation: string, { id, queued }: Waiting): boolean {
    const known = this.known.get(conversation);
    const queue = known ?? (this.unread ? undefined : this.open(conversation, false));
    if (!queue) {
      this.again = this.unread = true;
      return false;
    }
    const last = queue.waiting.at(-1);
    if (queue.hasMore || queue.waiting.length >= MOST.waiting || (last && last.queued >= queued)) {
      queue.hasMore = true;
      queue.left++;
      return false;
    }
    queue.waiting = [...queue.waiting, { id, queued }];
    if (!known) this.ready(queue);
    return true;
  }

  rescan(): void {
    this.again = this.unread = true;
    for (const queue of this.known.values()) {
      queue.hasMore = true;
      queue.left++;
      if (this.resting.delete(queue)) this.ready(queue);
    }
  }

  /** True when a conversation is due or more is to be read. */
  wake(nowMs: number): boolean {
    const due = [...this.resting].filter(({ notBeforeMs }) => notBeforeMs <= nowMs);
    for (const queue of due) {
      this.resting.delete(queue);
      this.ready(queue);
    }
    return due.length > 0 || this.mayHaveMore;
  }

  /** Checks resting conversations again. */
  wakeAll(): void {
    const resting = [...this.resting];
    this.resting.clear();
    for (const queue of resting) this.ready(queue);
  }

  giveBack(queue: ConversationQueue): void {
    if (queue.waiting.length === 0 && !queue.hasMore) this.known.delete(queue.conversation);
    else if (queue.notBeforeMs > 0) this.rest(queue);
    else this.ready(queue);
  }

  /** The next delivery of a conversation. */
  async head(queue: ConversationQueue): Promise<Waiting | undefined> {
    if (queue.waiting.length === 0 && queue.hasMore) {
      const { left } = queue;
      queue.waiting = await this.deliveries.next(this.tenantId, queue.conversation, MOST.waiting);
      queue.hasMore = queue.waiting.length === MOST.waiting || queue.left !== left;
    }
    return queue.waiting[0];
  }

  /** Reads conversations from the operational store that are not known here. True when there are any. */
  async fill(): Promise<boolean> {
    this.filling = true;
    let found = 0;
    try {
      while (this.unread && this.known.size < MOST.conversations) {
        const next = await this.deliveries.nextConversation(this.tenantId, this.cursor);
        this.cursor = next ?? '';
        if (next === undefined) {
          this.unread = this.again;
          this.again = false;
        } else if (!this.known.has(next)) {
          const opened = this.open(next, true);
          if (opened) this.ready(opened);
          found++;
        }
      }
    } finally {
      this.filling = false;
    }
    return found > 0;
  }

  private rest(queue: ConversationQueue): void {
    queue.hasRested = true;
    this.resting.add(queue);
  }

  private open(conversation: string, hasMore: boolean): ConversationQueue | undefined {
    if (this.known.size >= MOST.conversations) return undefined;
    const queue: ConversationQueue = { conversation, waiting: [], hasMore, left: 0, notBeforeMs: 0, hasRested: false };
    this.known.set(conversation, queue);
    return queue;
  }
}

import type { Entry } from '../ports/operational-store.js';
import type { Delivery } from './delivery.js';
import type { DeliveryStore, Waiting } from './delivery-store.js';

/** Of one tenant in memory; everything beyond waits in the ledger. */
const MOST = { queues: 1_000, waiting: 16, bodies: 512 };

/** What is known of it spares reading it again. */
export interface Upcoming extends Waiting {
  readonly entry?: Entry<Delivery>;
  readonly body?: string;
}

/** The deliveries of one conversation, oldest first. */
export interface Queue {
  readonly conversation: string;
  waiting: readonly Upcoming[];
  /** There may be more in the ledger behind what waits here. */
  hasMore: boolean;
  /** How many were left to the ledger because it already held more. */
  left: number;
  notBeforeMs: number;
}

/** Which conversations of a tenant have something to be delivered, and which is next. Bounded, whatever is in the ledger. */
export class DueQueue {
  private readonly known = new Map<string, Queue>();
  /** In turn. */
  private readonly ready = new Set<Queue>();
  private readonly resting = new Set<Queue>();
  private cursor = '';
  private again = false;
  private filling = false;
  private bodies = 0;

  constructor(
    private readonly tenantId: string,
    private readonly deliveries: DeliveryStore,
    /** Something may wait in the ledger of which nothing is known here. */
    private unread: boolean,
  ) {}

  get isEmpty(): boolean {
    return this.known.size === 0 && !this.unread;
  }

  get mayHaveMore(): boolean {
    return this.unread && !this.filling && this.known.size < MOST.queues;
  }

  add(conversation: string, upcoming: Upcoming): void {
    const queue = this.known.get(conversation) ?? (this.unread ? undefined : this.open(conversation, false));
    if (!queue) {
      this.again = this.unread = true;
      return;
    }
    const last = queue.waiting.at(-1);
    if (queue.hasMore || queue.waiting.length >= MOST.waiting || (last && last.queued >= upcoming.queued)) {
      queue.hasMore = true;
      queue.left++;
      return;
    }
    queue.waiting = [...queue.waiting, this.lightened(upcoming)];
  }

  rescan(): void {
    this.again = this.unread = true;
    for (const queue of this.known.values()) {
      queue.hasMore = true;
      queue.left++;
      queue.waiting = queue.waiting.map(({ queued, id, body }) => ({
        queued,
        id,
        ...(body === undefined ? {} : { body }),
      }));
      if (this.resting.delete(queue)) this.ready.add(queue);
    }
  }

  /** True when something is due again. */
  wake(nowMs: number): boolean {
    const due = [...this.resting].filter(({ notBeforeMs }) => notBeforeMs <= nowMs);
    for (const queue of due) {
      this.resting.delete(queue);
      this.ready.add(queue);
    }
    return due.length > 0 || this.mayHaveMore;
  }

  /** What rests is looked at anew. */
  wakeAll(): void {
    for (const queue of this.resting) this.ready.add(queue);
    this.resting.clear();
  }

  /** The conversation whose turn it is; nobody else is given it until it is given back. */
  take(): Queue | undefined {
    const [queue] = this.ready;
    if (queue) this.ready.delete(queue);
    return queue;
  }

  giveBack(queue: Queue): void {
    if (queue.waiting.length === 0 && !queue.hasMore) this.known.delete(queue.conversation);
    else if (queue.notBeforeMs > 0) this.rest(queue);
    else this.ready.add(queue);
  }

  async head(queue: Queue): Promise<Upcoming | undefined> {
    if (queue.waiting.length === 0 && queue.hasMore) {
      const { left } = queue;
      queue.waiting = await this.deliveries.next(this.tenantId, queue.conversation, MOST.waiting);
      queue.hasMore = queue.waiting.length === MOST.waiting || queue.left !== left;
    }
    const [head, ...behind] = queue.waiting;
    if (head?.body === undefined) return head;
    this.bodies--;
    queue.waiting = [{ queued: head.queued, id: head.id }, ...behind];
    return head;
  }

  /** Looks in the ledger for conversations that are not known here. True when there are any. */
  async fill(): Promise<boolean> {
    this.filling = true;
    let found = 0;
    try {
      while (this.unread && this.known.size < MOST.queues) {
        const next = await this.deliveries.nextConversation(this.tenantId, this.cursor);
        this.cursor = next ?? '';
        if (next === undefined) {
          this.unread = this.again;
          this.again = false;
        } else if (!this.known.has(next)) {
          this.open(next, true);
          found++;
        }
      }
    } finally {
      this.filling = false;
    }
    return found > 0;
  }

  /** Bodies are built anew after the pause: a message may be deleted meanwhile. */
  private rest(queue: Queue): void {
    queue.waiting = queue.waiting.map((upcoming) => this.withoutBody(upcoming));
    this.resting.add(queue);
  }

  private withoutBody({ body, ...rest }: Upcoming): Upcoming {
    if (body !== undefined) this.bodies--;
    return rest;
  }

  private open(conversation: string, hasMore: boolean): Queue | undefined {
    if (this.known.size >= MOST.queues) return undefined;
    const queue: Queue = { conversation, waiting: [], hasMore, left: 0, notBeforeMs: 0 };
    this.known.set(conversation, queue);
    this.ready.add(queue);
    return queue;
  }

  private lightened(upcoming: Upcoming): Upcoming {
    if (upcoming.body === undefined) return upcoming;
    if (this.bodies < MOST.bodies) {
      this.bodies++;
      return upcoming;
    }
    const { body: _, ...rest } = upcoming;
    return rest;
  }
}

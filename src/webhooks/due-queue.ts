import { type ConversationQueue, newQueue } from './conversation-queue.js';
import type { DeliveryStore, Waiting } from './delivery-store.js';
import { DueLane } from './due-lane.js';
import { type Head, type Lane, laneOf } from './resting-head.js';

/** Kept in memory of one tenant; everything beyond stays in the operational store. */
const MOST = { interactive: 50, background: 1_000, waiting: 16 } as const;
const LANES: readonly Lane[] = ['interactive', 'background'];

export interface DueQueueParts {
  readonly tenantId: string;
  readonly deliveries: DeliveryStore;
  readonly nowMs: () => number;
  /** Reads of all tenants take turns. */
  readonly paced: <T>(read: () => Promise<T>) => Promise<T>;
  readonly judge: () => Promise<(head: Head) => boolean>;
  /** Called when a conversation may send. It is not ready again before it is given back. */
  readonly ready: (queue: ConversationQueue) => void;
  /** Called when a person asks for a conversation that is in memory already. */
  readonly asked: (queue: ConversationQueue) => void;
}

/**
 * The conversations of a tenant that may send now. One that rests is an entry of the operational store and takes no
 * memory; neither does one for which there is no room.
 */
export class DueQueue {
  private readonly known = new Map<string, ConversationQueue>();
  private readonly postponed = new Set<ConversationQueue>();
  private readonly queues: Record<Lane, number> = { interactive: 0, background: 0 };
  /** Heads of the conversations in memory. */
  private heads = 0;
  private readonly lanes: Readonly<Record<Lane, DueLane>>;

  constructor(
    private readonly parts: DueQueueParts,
    /** The operational store may have conversations that are not known here. */
    unread: boolean,
  ) {
    this.lanes = { interactive: this.lane('interactive', unread), background: this.lane('background', unread) };
  }

  get isEmpty(): boolean {
    return this.known.size === 0 && LANES.every((lane) => !this.lanes[lane].mayHaveHeads);
  }

  get canRead(): boolean {
    return LANES.some((lane) => this.lanes[lane].canRead);
  }

  /** A new delivery, already in the operational store. @returns whether it is kept, or left to the store with or without a head */
  add(conversation: string, waiting: Waiting): 'kept' | 'left' | 'full' {
    const known = this.known.get(conversation);
    if (!known && !this.hasRoom('background')) return 'full';
    const isFirst = !known && !this.lanes.background.mayHaveHeads;
    const queue = known ?? this.open(newQueue(conversation, 'background', !isFirst));
    const last = queue.waiting.at(-1);
    const isKept = !queue.hasMore && queue.waiting.length < MOST.waiting && !(last && last.queued >= waiting.queued);
    if (isKept) queue.waiting = [...queue.waiting, waiting];
    else this.leave(queue);
    if (!known) this.parts.ready(queue);
    return isKept ? 'kept' : 'left';
  }

  /** Reads the heads again: all of them (`thorough`), or those that are due. */
  request(thorough: boolean): void {
    for (const lane of LANES) this.lanes[lane].request(thorough);
  }

  /** @returns whether a conversation is ready or there is more to read */
  wake(nowMs: number): boolean {
    const due = [...this.postponed].filter(({ notBeforeMs }) => notBeforeMs <= nowMs);
    for (const queue of due) this.resume(queue);
    const mayRead = LANES.map((lane) => this.lanes[lane].wake(nowMs));
    return due.length > 0 || mayRead.includes(true);
  }

  async fill(): Promise<void> {
    await Promise.all(LANES.map((lane) => this.lanes[lane].fill()));
  }

  postpone(queue: ConversationQueue, untilMs: number): void {
    queue.notBeforeMs = untilMs;
    this.postponed.add(queue);
  }

  /** It is sent again, or leaves the memory: it rests, or nothing of it waits. */
  async giveBack(queue: ConversationQueue): Promise<void> {
    const { tenantId, deliveries } = this.parts;
    if (queue.restsUnder === undefined && (queue.waiting.length > 0 || queue.hasMore)) return this.parts.ready(queue);
    const { left, restsUnder } = queue;
    if (restsUnder !== undefined) this.detach(queue, restsUnder);
    for (const [id, revision] of [...queue.heads]) {
      await deliveries.heads.remove(tenantId, id, revision);
      if (queue.heads.get(id) === revision) this.detach(queue, id);
    }
    const hasNews = restsUnder === undefined ? queue.left !== left || queue.waiting.length > 0 : queue.isAsked;
    if (hasNews || (restsUnder !== undefined && queue.heads.has(restsUnder))) return this.keep(queue);
    this.drop(queue);
  }

  /** The next delivery of a conversation. */
  async head(queue: ConversationQueue): Promise<Waiting | undefined> {
    if (queue.waiting.length === 0 && queue.hasMore) {
      const { left } = queue;
      queue.waiting = await this.parts.deliveries.next(this.parts.tenantId, queue.conversation, MOST.waiting);
      queue.hasMore = queue.waiting.length === MOST.waiting || queue.left !== left;
    }
    const [first] = queue.waiting;
    if (first?.clock) queue.clock = first.clock;
    return first;
  }

  /** The conversation rests under a head that was put with this time. */
  rest(queue: ConversationQueue, id: string, dueMs: number): void {
    queue.restsUnder = id;
    this.lanes[laneOf(queue.conversation)].rests(dueMs);
  }

  private take(lane: Lane, head: Head): boolean {
    const known = this.known.get(head.conversation);
    if (!known && !this.hasRoom(lane)) return false;
    const queue = known ?? this.open(newQueue(head.conversation, lane, true));
    if (!queue.heads.has(head.id)) this.heads++;
    queue.heads.set(head.id, head.revision);
    const isAsked = head.value === 'asked';
    queue.isAsked ||= isAsked;
    if (!known) this.parts.ready(queue);
    else if (head.dueMs === 0) {
      this.leave(queue);
      if (this.postponed.has(queue)) this.resume(queue);
      else if (isAsked) this.parts.asked(queue);
    }
    return true;
  }

  private leave(queue: ConversationQueue): void {
    queue.hasMore = true;
    queue.left++;
  }

  private detach(queue: ConversationQueue, id: string): void {
    if (queue.heads.delete(id)) this.heads--;
  }

  private keep(queue: ConversationQueue): void {
    queue.restsUnder = undefined;
    queue.hasMore = true;
    this.parts.ready(queue);
  }

  private drop({ conversation, heads, lane }: ConversationQueue): void {
    this.known.delete(conversation);
    this.queues[lane]--;
    this.heads -= heads.size;
    if (heads.size > 0) this.request(false);
    else if (this.heads === 0) for (const each of LANES) this.lanes[each].emptied();
  }

  private resume(queue: ConversationQueue): void {
    this.postponed.delete(queue);
    queue.notBeforeMs = 0;
    this.parts.ready(queue);
  }

  private hasRoom(lane: Lane): boolean {
    return this.queues[lane] < MOST[lane];
  }

  private open(queue: ConversationQueue): ConversationQueue {
    this.known.set(queue.conversation, queue);
    this.queues[queue.lane]++;
    return queue;
  }

  private lane(lane: Lane, unread: boolean): DueLane {
    const { tenantId, deliveries, paced, judge, nowMs } = this.parts;
    return new DueLane(
      {
        read: (after, limit) => paced(() => deliveries.heads.page(tenantId, lane, after, limit)),
        judge,
        nowMs,
        hasRoom: () => this.hasRoom(lane),
        take: (head) => this.take(lane, head),
      },
      unread,
    );
  }
}

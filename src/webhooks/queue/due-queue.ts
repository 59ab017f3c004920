import { epochMs, type Instant } from '../../kernel/instant.js';
import { conversationIn } from '../plan/delivery.js';
import { type ConversationQueue, newQueue } from './conversation-queue.js';
import { DueLane, type Taken } from './due-lane.js';
import { LANES, type Lane, laneOf, type QueueStore, type Waiting } from './queue-store.js';

/** Kept in memory of one tenant; everything beyond stays in the operational store. */
const MOST = { interactive: 50, background: 1_000, behind: 50, waiting: 16, ready: 64 } as const;

export interface DueQueueParts {
  readonly tenantId: string;
  readonly store: QueueStore;
  readonly now: () => Instant;
  /** Reads of all tenants take turns. */
  readonly paced: <T>(read: () => Promise<T>) => Promise<T>;
  readonly judge: () => Promise<(waiting: Waiting) => boolean>;
  /** Called when a conversation may send. It is not ready again before it is given back. */
  readonly ready: (queue: ConversationQueue) => void;
  /** Called when a retry by hand brings forward a conversation that is in memory already. */
  readonly forward: (queue: ConversationQueue) => void;
}

/**
 * The conversations of a tenant that may send now. One that rests is in the operational store alone and takes no
 * memory; neither does one for which there is no room.
 */
export class DueQueue {
  private readonly known = new Map<string, ConversationQueue>();
  private readonly postponed = new Set<ConversationQueue>();
  private readonly queues: Record<Lane, number> = { interactive: 0, background: 0, behind: 0 };
  private readonly lanes: Readonly<Record<Lane, DueLane>>;

  constructor(
    private readonly parts: DueQueueParts,
    /** The operational store may have conversations that are not known here. */
    unread: boolean,
  ) {
    const [interactive, background] = [this.lane('interactive'), this.lane('background')];
    this.lanes = { interactive, background, behind: this.lane('behind') };
    if (unread) for (const lane of LANES) this.lanes[lane].request(lane !== 'behind');
  }

  get isEmpty(): boolean {
    return this.known.size === 0 && LANES.every((lane) => !this.lanes[lane].mayHaveMore);
  }

  get canRead(): boolean {
    return LANES.some((lane) => this.lanes[lane].canRead);
  }

  /**
   * A new delivery in the operational store.
   * @param waiting absent where it may have been there before
   * @returns whether it is kept in memory
   */
  add(conversation: string, waiting: Waiting | undefined): boolean {
    const known = this.known.get(conversation);
    if (!known && !this.hasRoom('background')) {
      this.lanes.background.request(false);
      return false;
    }
    const isFirst = waiting && LANES.every((lane) => !this.lanes[lane].mayHaveMore);
    const queue = known ?? this.open(newQueue(conversation, 'background', !isFirst));
    const last = queue.waiting.at(-1);
    const isKept =
      waiting && !queue.hasMore && queue.waiting.length < MOST.waiting && !(last && last.queued >= waiting.queued);
    if (isKept) queue.waiting = [...queue.waiting, waiting];
    else this.leave(queue, waiting);
    if (!known) this.parts.ready(queue);
    return isKept === true;
  }

  /** Reads the lanes again: all that rests in them (`thorough`), or what is due. */
  request(thorough: boolean): void {
    this.lanes.interactive.request(thorough);
    this.lanes.background.request(thorough);
  }

  /** @returns whether a conversation is ready or there is more to read */
  wake(nowMs: number): boolean {
    const due = [...this.postponed].filter(({ notBeforeMs }) => notBeforeMs <= nowMs);
    for (const queue of due) this.resume(queue);
    const { interactive, background, behind } = this.lanes;
    const isIdle = this.known.size === 0;
    // Deliveries that wait behind others have none before them any more.
    if (isIdle && behind.mayHaveMore && !interactive.mayHaveMore && !background.mayHaveMore) behind.request(true);
    const mayRead = LANES.map((lane) => this.lanes[lane].wake(nowMs, isIdle));
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
    const { rests } = queue;
    if (!rests && (queue.waiting.length > 0 || queue.hasMore)) return this.parts.ready(queue);
    for (let behind = this.takeBehind(queue); behind.length > 0; behind = this.takeBehind(queue)) {
      const moved = await Promise.all(behind.map((each) => this.parts.store.moveBehind(this.parts.tenantId, each)));
      for (const each of moved) if (each?.due) this.lanes.behind.rests(epochMs(each.due));
    }
    if (!queue.isWoken) return this.drop(queue);
    this.readAgain(queue);
    this.parts.ready(queue);
  }

  /** The next delivery of a conversation; the one after it is known too. */
  async head(queue: ConversationQueue): Promise<Waiting | undefined> {
    if (queue.waiting.length < 2 && queue.hasMore) {
      const { left } = queue;
      queue.waiting = await this.parts.store.next(this.parts.tenantId, queue.conversation, MOST.waiting);
      queue.hasMore = queue.waiting.length === MOST.waiting || queue.left !== left;
    }
    const [first] = queue.waiting;
    if (first?.clock) queue.clock = first.clock;
    if (first?.byHand) queue.byHand = true;
    return first;
  }

  /** The conversation's deliveries in memory may be out of date. */
  readAgain(queue: ConversationQueue): void {
    queue.rests = undefined;
    queue.isWoken = false;
    queue.waiting = [];
    queue.hasMore = queue.hasUnknown = true;
  }

  /** The conversation rests: its first delivery was put with this time. */
  rest(queue: ConversationQueue, first: Waiting, dueMs: number): void {
    queue.rests = first;
    this.lanes[laneOf(queue.conversation)].rests(dueMs);
  }

  private take(lane: Lane, waiting: Waiting): Taken {
    const conversation = conversationIn(waiting.queued);
    const known = this.known.get(conversation);
    if (!known && !this.hasRoom(lane)) return 'full';
    const queue = known ?? this.open(newQueue(conversation, lane, true));
    queue.byHand ||= waiting.byHand === true;
    if (!known) {
      queue.ready.set(waiting.queued, waiting);
      this.parts.ready(queue);
      return 'opened';
    }
    const before = queue.waiting.find(({ queued }) => queued === waiting.queued);
    if (!before) this.leave(queue, waiting);
    const isFirst = queue.rests && waiting.queued <= queue.rests.queued;
    if (isFirst || (before && before.revision < waiting.revision)) queue.isWoken = true;
    if (!waiting.byHand) return 'known';
    if (this.postponed.has(queue)) this.resume(queue);
    else this.parts.forward(queue);
    return 'known';
  }

  /** Deliveries of a conversation that rests which wait in the lane of its first one and are to wait behind it. */
  private takeBehind(queue: ConversationQueue): readonly Waiting[] {
    const { rests, ready, waiting } = queue;
    if (!rests) return [];
    const now = this.parts.now();
    const found = [...new Map([...ready, ...waiting.map((each) => [each.queued, each] as const)]).values()];
    ready.clear();
    queue.waiting = waiting.slice(0, 1);
    queue.isWoken ||= found.some(({ queued }) => queued < rests.queued);
    const isBehind = ({ lane, due }: Waiting) => lane === 'behind' && due !== undefined && due > now;
    return found.filter((each) => each.queued > rests.queued && !isBehind(each));
  }

  private leave(queue: ConversationQueue, waiting: Waiting | undefined): void {
    queue.hasMore = true;
    queue.left++;
    if (waiting && queue.ready.size < MOST.ready) queue.ready.set(waiting.queued, waiting);
    else queue.hasUnknown = true;
  }

  private drop(queue: ConversationQueue): void {
    this.known.delete(queue.conversation);
    this.queues[queue.lane]--;
    if (queue.hasUnknown) this.lanes[laneOf(queue.conversation)].request(false);
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

  private lane(lane: Lane): DueLane {
    const { tenantId, store, paced, judge, now } = this.parts;
    return new DueLane({
      read: (limit, after) => paced(() => store.page(tenantId, lane, limit, after)),
      judge,
      nowMs: () => epochMs(now()),
      hasRoom: () => this.hasRoom(lane),
      take: (waiting) => this.take(lane, waiting),
    });
  }
}

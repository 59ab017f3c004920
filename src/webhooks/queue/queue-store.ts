import { DAY, type Instant, plus } from '../../kernel/instant.js';
import type { Clock } from '../../ports/process/clock.js';
import type { Entry, OperationalStore } from '../../ports/stores/operational-store.js';
import { conversationIn, isOwnQueue } from '../plan/delivery.js';
import type { ConversationClock, Rest } from './conversation-clock.js';

const QUEUE = 'webhook-queue';
/** Deliveries behind a first one that rests are looked at again after this time, in case no process moved them before. */
const BEHIND_MS = DAY;
/** Another process may change the first delivery of a conversation meanwhile. */
const ATTEMPTS = 20;

/**
 * Lanes in which a tenant's deliveries wait. `interactive`: tests and retries by hand. `background`: all others.
 * `behind`: those that cannot be sent before the first of their conversation, which waits in another lane.
 */
export const LANES = ['interactive', 'background', 'behind'] as const;
export type Lane = (typeof LANES)[number];

export const laneOf = (conversation: string): Lane => (isOwnQueue(conversation) ? 'interactive' : 'background');

/** Place of a delivery in the queue of its conversation. */
export interface QueuePlace {
  readonly queued: string;
  readonly id: string;
}

interface Queued {
  readonly delivery: string;
  /** Present while it waits for its next attempt. */
  readonly rest?: Rest | undefined;
  /** A retry by hand brings the next attempt forward. */
  readonly byHand?: true | undefined;
  /** Failed attempts of the conversation that may count for the delivery. */
  readonly clock?: ConversationClock | undefined;
}

/** A delivery as it waits in a queue. */
export interface Waiting extends QueuePlace, Omit<Queued, 'delivery'> {
  readonly revision: number;
  /** Absent in an entry of an earlier version. */
  readonly lane?: Lane | undefined;
  /** When its conversation is looked at. */
  readonly due?: Instant | undefined;
}

interface LaneTime {
  readonly lane: Lane;
  readonly due: Instant;
}

/**
 * The queues of all conversations. Every delivery in a queue waits in a lane until a time, so a process finds all that
 * is due by the index. The deliveries are the truth: looking at a conversation too often changes nothing.
 */
export class QueueStore {
  constructor(
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
  ) {}

  /** Puts a delivery into its queue, due at once. @returns undefined where it is in the queue already */
  async add(tenantId: string, { queued, id }: QueuePlace): Promise<Waiting | undefined> {
    const at = { lane: laneOf(conversationIn(queued)), due: this.clock.now() };
    return this.move(tenantId, { queued, id, revision: 0 }, at);
  }

  /** Takes the place of another delivery, whose id is `lost`. @returns undefined where none or itself is there */
  async replace(tenantId: string, { queued, id }: QueuePlace) {
    const entry = await this.operations.get<Queued>({ tenantId, kind: QUEUE, id: queued });
    if (!entry || entry.value.delivery === id) return undefined;
    const at = { lane: laneOf(conversationIn(queued)), due: this.clock.now() };
    const waiting = await this.move(tenantId, { queued, id, revision: entry.revision }, at);
    return waiting && { waiting, lost: entry.value.delivery };
  }

  /** Moves it to a time in a lane. @returns undefined where it was changed or removed since it was read */
  async move(tenantId: string, waiting: Waiting, at: LaneTime): Promise<Waiting | undefined> {
    const { queued, id, revision, rest, byHand, clock } = waiting;
    const entry: Queued = { delivery: id, rest, byHand, clock };
    const key = { tenantId, kind: QUEUE, id: queued };
    const isMoved = await this.operations.put(key, entry, { expected: revision, relaxed: true, ...at });
    return isMoved ? { ...waiting, ...at, revision: revision + 1 } : undefined;
  }

  /** Moves it behind the first delivery of its conversation, which rests. */
  moveBehind(tenantId: string, waiting: Waiting): Promise<Waiting | undefined> {
    return this.move(tenantId, waiting, { lane: 'behind', due: plus(this.clock.now(), BEHIND_MS) });
  }

  /** Brings the first delivery of a conversation forward, in the places kept for retries by hand. */
  async bringForward(tenantId: string, conversation: string): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const [first] = await this.next(tenantId, conversation, 1);
      const at = { lane: 'interactive', due: this.clock.now() } as const;
      if (!first || (await this.move(tenantId, { ...first, byHand: true }, at))) return;
    }
  }

  remove(tenantId: string, queued: string): Promise<boolean> {
    return this.operations.remove({ tenantId, kind: QUEUE, id: queued }, undefined, { relaxed: true });
  }

  /** The first of a conversation's queue. */
  async next(tenantId: string, conversation: string, limit: number): Promise<readonly Waiting[]> {
    const found = await this.operations.list<Queued>(tenantId, QUEUE, `${conversation}/`, limit);
    return found.map(waitingOf);
  }

  /** Deliveries of a lane by time, behind `after`. */
  async page(tenantId: string, lane: Lane, limit: number, after?: Waiting): Promise<readonly Waiting[]> {
    const place = after && { key: { id: after.queued }, due: after.due };
    const found = await this.operations.inLane<Queued>(tenantId, QUEUE, lane, limit, place);
    return found.map(waitingOf);
  }

  /** The tenants that have something in their queues; one may come several times. */
  async *tenants(): AsyncGenerator<string> {
    for (const lane of LANES) {
      let tenantId = await this.operations.nextTenant(QUEUE, lane);
      for (; tenantId !== undefined; tenantId = await this.operations.nextTenant(QUEUE, lane, tenantId)) yield tenantId;
    }
  }
}

const waitingOf = ({ key: { id: queued }, value, revision, due, lane }: Entry<Queued>): Waiting => {
  const { delivery: id, rest, byHand, clock } = value;
  return { queued, id, rest, byHand, clock, revision, due, lane: lane as Lane | undefined };
};

import { Inject, Injectable } from '@nestjs/common';
import { operationalRetention } from '../catalogue/retention.js';
import type { ListedEntries } from '../http/answer/listed-entries.js';
import { DAY, type Instant, plus } from '../kernel/instant.js';
import { NO_TENANT } from '../kernel/stream.js';
import { CLOCK, type Clock } from '../ports/process/clock.js';
import { type Entry, OPERATIONAL_STORE, type OperationalStore } from '../ports/stores/operational-store.js';
import type { ConversationClock } from './conversation-clock.js';
import { conversationIn, type Delivery, listedDelivery } from './delivery.js';
import { HeadStore } from './head-store.js';
import { laneOf } from './resting-head.js';

const DELIVERY = 'webhook-delivery';
const QUEUE = 'webhook-queue';
const BUSY = 'webhook-busy';
const ASKED = 'webhook-asked';
const PAGE = 500;
/** Behind every place of a conversation's queue, before the next conversation's. */
const END = '0';

/** When something was last put into a queue of the tenant, to the day. Earlier versions wrote a number. */
interface Mark {
  readonly at: Instant;
}

interface Queued {
  readonly delivery: string;
  readonly head?: string;
  readonly clock?: ConversationClock;
}

/** A delivery as it waits in a queue. */
export interface Waiting {
  readonly queued: string;
  readonly id: string;
  /** Id of the head under which the conversation rests. */
  readonly head?: string;
  /** Failed attempts of the conversation that may count for the delivery. */
  readonly clock?: ConversationClock;
}

/** A page of conversations in which something waits. */
export interface QueuedConversations {
  /** Those whose first delivery names no head. */
  readonly withoutHead: readonly string[];
  /** The next page begins behind it; absent on the last one. */
  readonly next?: string;
}

/**
 * Deliveries in the ledger: what is owed and what came of it, newest first, and beside it the queue of each conversation.
 * Relaxed, because the log is the truth: what a crash of the machine takes is derived from it again, under the same ids.
 */
@Injectable()
export class DeliveryStore {
  readonly heads: HeadStore;

  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.heads = new HeadStore(operations);
  }

  get(tenantId: string, id: string): Promise<Entry<Delivery> | undefined> {
    return this.operations.get({ tenantId, kind: DELIVERY, id });
  }

  /** False when it was known already. It stands in its queue either way; who finds it there looks whether it is pending. */
  async plan(tenantId: string, { id, queued }: Waiting, delivery: Delivery): Promise<boolean> {
    const key = { tenantId, kind: DELIVERY, id };
    const [isNew] = await Promise.all([
      this.operations.put(key, delivery, { expected: 0, relaxed: true, listed: listedDelivery(delivery) }),
      this.queue(tenantId, { id, queued }),
    ]);
    return isNew;
  }

  queue(tenantId: string, { id, queued, head, clock }: Waiting): Promise<boolean> {
    const entry: Queued = { delivery: id, ...(head !== undefined && { head }), ...(clock && { clock }) };
    return this.operations.put({ tenantId, kind: QUEUE, id: queued }, entry, { relaxed: true });
  }

  /** False: someone else changed it. What is done is forgotten after a while. */
  save(tenantId: string, id: string, delivery: Delivery, expected: number): Promise<boolean> {
    const due =
      delivery.status === 'PENDING' ? {} : { due: plus(this.clock.now(), operationalRetention[DELIVERY].days * DAY) };
    const options = { expected, relaxed: true, listed: listedDelivery(delivery), ...due } as const;
    return this.operations.put({ tenantId, kind: DELIVERY, id }, delivery, options);
  }

  dequeue(tenantId: string, queued: string): Promise<boolean> {
    return this.operations.remove({ tenantId, kind: QUEUE, id: queued }, undefined, { relaxed: true });
  }

  /** The first of a conversation's queue. */
  async next(tenantId: string, conversation: string, limit: number): Promise<readonly Waiting[]> {
    const found = await this.operations.list<Queued>(tenantId, QUEUE, `${conversation}/`, limit);
    return found.map(({ key, value: { delivery, ...rest } }) => ({ queued: key.id, id: delivery, ...rest }));
  }

  /** The conversations in which something waits, by their ids; `after` is the `next` of the page before. */
  async queuedConversations(tenantId: string, after?: string): Promise<QueuedConversations> {
    const page = await this.operations.list<Queued>(tenantId, QUEUE, '', PAGE, after);
    const firsts = new Map<string, Queued>();
    for (const { key, value } of page) {
      const conversation = conversationIn(key.id);
      if (!firsts.has(conversation)) firsts.set(conversation, value);
    }
    const withoutHead = [...firsts].flatMap(([conversation, { head }]) => (head === undefined ? [conversation] : []));
    const last = page.at(-1);
    return { withoutHead, ...(last && page.length === PAGE && { next: `${conversationIn(last.key.id)}${END}` }) };
  }

  /** The tenant has, or lately had, something in its queues. */
  async mark(tenantId: string): Promise<void> {
    const mark: Mark = { at: this.clock.now() };
    await this.operations.put({ tenantId: NO_TENANT, kind: BUSY, id: tenantId }, mark, { relaxed: true });
  }

  async *marked(): AsyncGenerator<string> {
    for await (const { key } of this.marks()) yield key.id;
  }

  /** Removes the marks of tenants whose queues are empty and got nothing for 30 days. */
  async endMarks(): Promise<void> {
    const until = plus(this.clock.now(), -operationalRetention[BUSY].days * DAY);
    for await (const { key, value, revision } of this.marks()) {
      const isOld = typeof value === 'number' || value.at < until;
      if (!isOld || (await this.operations.list(key.id, QUEUE, '', 1)).length > 0) continue;
      await this.operations.remove(key, revision, { relaxed: true });
    }
  }

  private async *marks(): AsyncGenerator<Entry<Mark | number>> {
    for (let after: string | undefined; ; ) {
      const page = await this.operations.list<Mark | number>(NO_TENANT, BUSY, '', PAGE, after);
      yield* page;
      after = page.at(-1)?.key.id;
      if (page.length < PAGE) return;
    }
  }

  /**
   * Tells the process that sends that something was put into the queues of these conversations. Durable with all that was
   * put before. `asked`: their first deliveries are attempted before their time, in the places kept for that.
   */
  async request(tenantId: string, conversations: Iterable<string>, value: 'ready' | 'asked' = 'ready'): Promise<void> {
    const lane = (conversation: string) => (value === 'asked' ? 'interactive' : laneOf(conversation));
    const heads = [...new Set(conversations)].map((conversation) =>
      this.heads.put(tenantId, lane(conversation), conversation, { value }),
    );
    await Promise.all([...heads, this.mark(tenantId)]);
    await this.operations.put({ tenantId, kind: ASKED, id: tenantId }, 1, { due: this.clock.now() });
  }

  /** The tenants of `request`, each once. */
  async requests(limit: number): Promise<readonly string[]> {
    const found = await this.operations.due<number>(ASKED, this.clock.now(), limit);
    for (const { key, revision } of found) await this.operations.remove(key, revision, { relaxed: true });
    return found.map(({ key }) => key.tenantId);
  }

  /** The tenant's deliveries, newest first. */
  listed(tenantId: string): ListedEntries<Delivery> {
    return {
      newest: (range, page) => this.operations.newest<Delivery>(tenantId, DELIVERY, range, page),
      count: (range) => this.operations.count(tenantId, DELIVERY, range),
    };
  }
}

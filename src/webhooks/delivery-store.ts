import { Inject, Injectable } from '@nestjs/common';
import { operationalRetention } from '../catalogue/retention.js';
import type { ListedEntries } from '../http/pipeline/listed-entries.js';
import { DAY, plus } from '../kernel/instant.js';
import { NO_TENANT } from '../kernel/stream.js';
import { CLOCK, type Clock } from '../ports/clock.js';
import { type Entry, OPERATIONAL_STORE, type OperationalStore } from '../ports/operational-store.js';
import { conversationIn, type Delivery, listedDelivery } from './delivery.js';

const DELIVERY = 'webhook-delivery';
const QUEUE = 'webhook-queue';
const BUSY = 'webhook-busy';
const ASKED = 'webhook-asked';
const PAGE = 500;
/** Behind every place of a conversation's queue, before the next conversation's. */
const END = '0';

interface Queued {
  readonly delivery: string;
}

/** A delivery as it waits in a queue. */
export interface Waiting {
  readonly queued: string;
  readonly id: string;
}

/**
 * Deliveries in the ledger: what is owed and what came of it, newest first, and beside it the queue of each conversation.
 * Relaxed, because the log is the truth: what a crash of the machine takes is derived from it again, under the same ids.
 */
@Injectable()
export class DeliveryStore {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

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

  queue(tenantId: string, { id, queued }: Waiting): Promise<boolean> {
    const entry: Queued = { delivery: id };
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
    return found.map(({ key, value }) => ({ queued: key.id, id: value.delivery }));
  }

  /** The next conversation that something waits for, in the order of their ids; '' begins. */
  async nextConversation(tenantId: string, after: string): Promise<string | undefined> {
    const from = after === '' ? undefined : `${after}${END}`;
    const [first] = await this.operations.list<Queued>(tenantId, QUEUE, '', 1, from);
    return first && conversationIn(first.key.id);
  }

  /** The tenant has, or had, something in its queues. */
  async mark(tenantId: string): Promise<void> {
    await this.operations.put({ tenantId: NO_TENANT, kind: BUSY, id: tenantId }, 1, { relaxed: true });
  }

  async *marked(): AsyncGenerator<string> {
    for (let after: string | undefined; ; ) {
      const page = await this.operations.list<number>(NO_TENANT, BUSY, '', PAGE, after);
      for (const { key } of page) yield key.id;
      after = page.at(-1)?.key.id;
      if (page.length < PAGE) return;
    }
  }

  /** Tells whoever delivers that something was put into the tenant's queues. Durable with all that was put before. */
  async requestRescan(tenantId: string): Promise<void> {
    await this.mark(tenantId);
    await this.operations.put({ tenantId, kind: ASKED, id: tenantId }, 1, { due: this.clock.now() });
  }

  /** The tenants for whom it was asked, each once. */
  async pendingRescans(limit: number): Promise<readonly string[]> {
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

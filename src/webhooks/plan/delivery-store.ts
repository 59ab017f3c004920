import { Inject, Injectable } from '@nestjs/common';
import { operationalRetention } from '../../catalogue/retention.js';
import type { ListedEntries } from '../../http/answer/listed-entries.js';
import { DAY, plus } from '../../kernel/instant.js';
import { CLOCK, type Clock } from '../../ports/process/clock.js';
import { type Entry, OPERATIONAL_STORE, type OperationalStore } from '../../ports/stores/operational-store.js';
import { type QueuePlace, QueueStore, type Waiting } from '../queue/queue-store.js';
import { type Delivery, listedDelivery } from './delivery.js';

const DELIVERY = 'webhook-delivery';
const ASKED = 'webhook-asked';

export interface Planned {
  /** False where the delivery was known already. */
  readonly isNew: boolean;
  /** Absent where it was in its queue already. */
  readonly waiting?: Waiting;
}

/**
 * Deliveries and their outcomes, newest first, and the queues of conversations. Its writes are relaxed. A crash of the
 * machine loses only entries that are derived from the log again, under the same ids.
 */
@Injectable()
export class DeliveryStore {
  readonly queues: QueueStore;

  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.queues = new QueueStore(operations, clock);
  }

  get(tenantId: string, id: string): Promise<Entry<Delivery> | undefined> {
    return this.operations.get({ tenantId, kind: DELIVERY, id });
  }

  /** It is in its queue either way; the sender looks whether it is pending. */
  async plan(tenantId: string, place: QueuePlace, delivery: Delivery): Promise<Planned> {
    const key = { tenantId, kind: DELIVERY, id: place.id };
    const [isNew, waiting] = await Promise.all([
      this.operations.put(key, delivery, { expected: 0, relaxed: true, listed: listedDelivery(delivery) }),
      this.queues.add(tenantId, place),
    ]);
    const placed = waiting ?? (isNew ? await this.takePlace(tenantId, place) : undefined);
    return { isNew, ...(placed && { waiting: placed }) };
  }

  /** The log was put back, and a delivery of an event that it lost waits at the position of another one. */
  private async takePlace(tenantId: string, place: QueuePlace): Promise<Waiting | undefined> {
    const replaced = await this.queues.replace(tenantId, place);
    if (!replaced) return undefined;
    const entry = await this.get(tenantId, replaced.lost);
    if (entry?.value.status === 'PENDING') {
      const { nextAttemptAt: _, ...lost } = entry.value;
      await this.save(tenantId, replaced.lost, { ...lost, status: 'CANCELLED' }, entry.revision);
    }
    return replaced.waiting;
  }

  /** False: another process changed it. A finished delivery is forgotten after a while. */
  save(tenantId: string, id: string, delivery: Delivery, expected: number): Promise<boolean> {
    const due =
      delivery.status === 'PENDING' ? {} : { due: plus(this.clock.now(), operationalRetention[DELIVERY].days * DAY) };
    const options = { expected, relaxed: true, listed: listedDelivery(delivery), ...due } as const;
    return this.operations.put({ tenantId, kind: DELIVERY, id }, delivery, options);
  }

  /**
   * Has the process that sends look at the tenant's queues. Durable with all that was put before.
   * @param byHand conversations whose first deliveries are attempted before their time
   */
  async request(tenantId: string, byHand: readonly string[] = []): Promise<void> {
    await Promise.all(byHand.map((conversation) => this.queues.bringForward(tenantId, conversation)));
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

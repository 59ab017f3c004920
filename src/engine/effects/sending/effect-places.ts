import type { FairQueueBounds, QueueEntry } from '../../../fairness/queue/fair-bounds.js';
import { FairQueue } from '../../../fairness/queue/fair-queue.js';
import { TenantBudget } from '../../../fairness/tenant-budget.js';

/** A tenant has as many calls under way as it may have places. */
const PER_TENANT = 8;
const RESERVED = 2;
const BOUNDS: FairQueueBounds = {
  running: { total: 28, perTenant: PER_TENANT },
  reserved: { total: 4, perTenant: RESERVED },
  spare: 8,
  waiting: { total: 10_000, perTenant: 1_000 },
};
/** Calls under way, with and without a place. A tenant that has none may begin one in any case. */
const UNDER_WAY = { total: 128, perTenant: PER_TENANT };

/**
 * Places of the effects of one channel, whose calls all go to one host. A slow call gives its place to other tenants: its
 * own tenant has no more calls under way than before.
 */
export class EffectPlaces<E extends QueueEntry> {
  private readonly queue = new FairQueue<E>(BOUNDS);
  private readonly calls = new TenantBudget(UNDER_WAY);

  /** Effects that wait for a place. */
  get waiting(): number {
    return this.queue.waiting;
  }

  /** Calls under way. */
  get running(): number {
    return this.calls.inUse;
  }

  /** @throws QueueFull */
  add(entry: E): void {
    this.queue.add(entry);
  }

  /** The next effect that is sent. `end` follows. */
  take(): E | undefined {
    const entry = this.queue.take((each) => this.mayBegin(each));
    if (entry) this.calls.add(entry.tenantId, 1);
    return entry;
  }

  /** The call takes long. */
  giveAway(entry: E): void {
    this.queue.pause(entry);
  }

  end(entry: E): void {
    this.queue.remove(entry);
    this.calls.add(entry.tenantId, -1);
  }

  /** Forgets the effects that wait. */
  drain(): void {
    this.queue.drain();
  }

  private mayBegin({ tenantId, priority }: E): boolean {
    const amount = priority === 'interactive' ? 1 : 1 + RESERVED;
    if (this.calls.fullFor(tenantId, amount) === 'tenant') return false;
    return this.calls.heldBy(tenantId) === 0 || this.calls.free > 0;
  }
}

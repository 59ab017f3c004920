import type { Shares } from '../tenant-budget.js';
import { TenantBudget } from '../tenant-budget.js';
import type { FairQueueBounds, QueueEntry } from './fair-bounds.js';
import { FairQueue } from './fair-queue.js';

export interface CallBounds extends FairQueueBounds {
  /** Calls under way, with and without a place. A tenant that has none may begin one in any case. */
  readonly underWay: Shares;
}

/**
 * Places of calls to the outside. A slow call gives its place to other tenants: its own tenant has no more calls under
 * way than before.
 */
export class CallPlaces<E extends QueueEntry> {
  private readonly queue: FairQueue<E>;
  private readonly calls: TenantBudget;
  private readonly underWay = new Set<E>();
  private readonly reserved: number;

  constructor(bounds: CallBounds) {
    this.queue = new FairQueue<E>(bounds);
    this.calls = new TenantBudget(bounds.underWay);
    this.reserved = bounds.reserved?.perTenant ?? 0;
  }

  /** Entries that wait for a place. */
  get waiting(): number {
    return this.queue.waiting;
  }

  /** Calls under way. */
  get running(): number {
    return this.underWay.size;
  }

  /** Returns the entries that this one displaced. @throws QueueFull */
  add(entry: E): readonly E[] {
    return this.queue.add(entry);
  }

  /** The next entry whose call begins. `end` follows. */
  take(): E | undefined {
    const entry = this.queue.take((each) => this.mayBegin(each));
    if (!entry) return undefined;
    this.underWay.add(entry);
    this.calls.add(entry.tenantId, 1);
    return entry;
  }

  /** The call takes long. */
  giveAway(entry: E): void {
    this.queue.pause(entry);
  }

  /** The call is over, or the entry no longer waits. */
  end(entry: E): void {
    this.queue.remove(entry);
    if (this.underWay.delete(entry)) this.calls.add(entry.tenantId, -1);
  }

  /** Forgets the entries that wait. */
  drain(): void {
    this.queue.drain();
  }

  private mayBegin({ tenantId, priority }: E): boolean {
    const amount = priority === 'interactive' ? 1 : 1 + this.reserved;
    if (this.calls.fullFor(tenantId, amount) === 'tenant') return false;
    return this.calls.heldBy(tenantId) === 0 || this.calls.free > 0;
  }
}

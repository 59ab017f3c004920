import { type BudgetBounds, type Holding, TenantBudget, UNBOUNDED } from '../tenant-budget.js';
import { type QueueEntry, QueueFull } from './fair-bounds.js';
import { FairQueue } from './fair-queue.js';

/** Requests that wait. */
const WAITING = { total: 10_000, perTenant: 100 };

interface Waiting extends QueueEntry {
  readonly bytes: number;
  readonly holding: PromiseWithResolvers<Holding>;
}

/**
 * A budget of bytes for which requests wait. Tenants take turns; a tenant whose share is used up misses its turn. A
 * request never grows, so that no two wait for each other.
 */
export class BudgetQueue {
  private readonly budget: TenantBudget;
  private readonly queue = new FairQueue<Waiting>({ running: UNBOUNDED, waiting: WAITING });

  constructor(private readonly bounds: BudgetBounds) {
    this.budget = new TenantBudget(bounds, () => this.serve());
  }

  /** Bytes that are held. */
  get inUse(): number {
    return this.budget.inUse;
  }

  /** More than the share of a tenant is cut to it. @throws QueueFull */
  reserve(tenantId: string, bytes: number): Promise<Holding> {
    const share = Math.min(bytes, this.bounds.perTenant);
    const entry = { tenantId, bytes: share, holding: Promise.withResolvers<Holding>() };
    for (const { holding } of this.queue.add(entry)) holding.reject(new QueueFull('all'));
    this.serve();
    return entry.holding.promise;
  }

  private serve(): void {
    for (let next = this.next(); next; next = this.next()) {
      this.queue.remove(next);
      const holding = this.budget.open(next.tenantId);
      holding.take(next.bytes);
      next.holding.resolve(holding);
    }
  }

  /** Others wait behind a request for which too little is free: small ones would hold up a large one without end. */
  private next(): Waiting | undefined {
    let isBlocked = false;
    return this.queue.take(({ tenantId, bytes }) => {
      const full = this.budget.fullFor(tenantId, bytes);
      isBlocked ||= full === 'all' && bytes > this.budget.free;
      return !isBlocked && !full;
    });
  }
}

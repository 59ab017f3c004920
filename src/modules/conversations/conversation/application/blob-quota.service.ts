import { Inject, Injectable } from '@nestjs/common';
import { isBlobNamed } from '../../../../../projections/blob-reference/reads.js';
import { cacheBudgets } from '../../../../catalogue/cache-budgets.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import { type Holding, TenantBudget } from '../../../../fairness/tenant-budget.js';
import { epochMs, MINUTE, SECOND } from '../../../../kernel/instant.js';
import { reject } from '../../../../kernel/rejection.js';
import { lruCache } from '../../../../lib/lru-cache.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { BlobChecks } from './blob-checks.service.js';

/** A tenant over its bound is counted again after this time. */
const FULL_MS = MINUTE;
/** Read models that stay behind for longer make a named blob count as unnamed. */
const PATIENCE_MS = 2 * SECOND;

/** Bytes of a tenant's blobs that were written recently; events may name some by now. */
interface Counted {
  readonly bytes: number;
  /** No new count before this time, in milliseconds. */
  readonly fullUntil?: number;
}

/** Bounds the blobs of each tenant that no event names, so that rejected writes do not fill the disk before they are removed. */
@Injectable()
export class BlobQuota {
  private readonly counted = lruCache<string, Counted>({ bytes: cacheBudgets.unnamedBlobs });
  private readonly counting = new Map<string, Promise<void>>();
  /** Bytes that are taken, but whose check is not kept yet. */
  private readonly pending = new TenantBudget({ total: Number.POSITIVE_INFINITY, perTenant: limits.unnamedData });

  constructor(
    @Inject(BlobChecks) private readonly checks: BlobChecks,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Comes before each write of a blob. @throws Rejection 429 */
  async admit(tenantId: string, digest: string, bytes: number): Promise<void> {
    const pending = this.take(tenantId, bytes) ?? (await this.takeCounted(tenantId, bytes));
    try {
      await this.checks.plan(tenantId, digest, bytes);
    } finally {
      pending.release();
    }
  }

  private async takeCounted(tenantId: string, bytes: number): Promise<Holding> {
    if (epochMs(this.clock.now()) < (this.counted.get(tenantId)?.fullUntil ?? 0)) refuse();
    await this.countOnce(tenantId);
    return this.take(tenantId, bytes) ?? this.close(tenantId);
  }

  private take(tenantId: string, more: number): Holding | undefined {
    const known = this.counted.get(tenantId);
    if (!known || known.bytes + more > limits.unnamedData) return undefined;
    const pending = this.pending.take(tenantId, more);
    if (pending) this.counted.set(tenantId, { bytes: known.bytes + more });
    return pending;
  }

  /** Counting reads every entry of the tenant, so it is done once in a while. */
  private close(tenantId: string): never {
    const fullUntil = epochMs(this.clock.now()) + FULL_MS;
    this.counted.set(tenantId, { bytes: this.bytesOf(tenantId), fullUntil });
    return refuse();
  }

  private countOnce(tenantId: string): Promise<void> {
    const running = this.counting.get(tenantId);
    if (running) return running;
    const counting = this.count(tenantId).finally(() => this.counting.delete(tenantId));
    this.counting.set(tenantId, counting);
    return counting;
  }

  /** Ends the checks of blobs that an event names, and counts the others. */
  private async count(tenantId: string): Promise<void> {
    const before = this.bytesOf(tenantId);
    let bytes = this.pending.heldBy(tenantId);
    await this.caughtUp.reached(await this.log.head(), PATIENCE_MS);
    for await (const entry of this.checks.of(tenantId)) {
      if (await isBlobNamed(this.documents, tenantId, entry.key.id)) await this.checks.end(entry);
      else bytes += entry.value.bytes ?? 0;
    }
    const meanwhile = Math.max(0, this.bytesOf(tenantId) - before);
    this.counted.set(tenantId, { bytes: bytes + meanwhile });
  }

  private bytesOf(tenantId: string): number {
    return this.counted.get(tenantId)?.bytes ?? 0;
  }
}

const refuse = (): never => reject('errors.rate_limited', { retry_after: FULL_MS / SECOND });

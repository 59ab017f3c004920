import { Inject, Injectable } from '@nestjs/common';
import { acceptedTypes, assetKinds, assetTypeOf } from '../../../../catalogue/assets.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { TenantBudget } from '../../../../fairness/tenant-budget.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import { ASSET_STORE, type AssetStore } from '../../../../ports/media/asset-store.js';
import type { UploadTicket } from '../../../../ports/media/signed-asset-links.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { type Body, received, type Watch } from './received-bytes.js';
import { LiveClaim, ownerOf, type UploadEntry, UploadRecords } from './upload-records.js';

const RETRY_SECONDS = 10;

export interface UploadHeaders {
  readonly type: string | undefined;
  readonly length: string | undefined;
}

/** Type and length in the headers of an upload. */
interface Announced {
  /** undefined: the content decides. */
  readonly type: string | undefined;
  readonly size: number;
}

/** Receives the bytes of assets, streamed into the store. */
@Injectable()
export class Uploads {
  /** Requests, also those that sent no byte yet: these take nothing from other tenants. */
  private readonly requests = new TenantBudget({
    total: Number.POSITIVE_INFINITY,
    perTenant: limits.uploadsAtOncePerTenant,
  });
  private readonly places = new TenantBudget({
    total: limits.uploadsAtOnce,
    perTenant: limits.uploadsAtOncePerTenant,
    leavesFree: true,
  });
  private readonly bytes = new TenantBudget({
    total: limits.uploadBytesAtOnce,
    perTenant: limits.uploadBytesAtOncePerTenant,
    leavesFree: true,
  });
  private readonly listeners = new Set<() => void>();

  constructor(
    @Inject(UploadRecords) private readonly records: UploadRecords,
    @Inject(ASSET_STORE) private readonly store: AssetStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Called after each upload that this process received. */
  onReceived(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /**
   * Durable and about to be processed when the promise resolves. `begins` is called before the first byte is read.
   * @throws Rejection 400, 404, 408, 409, 413, 415, 429
   */
  async receive(ticket: UploadTicket, headers: UploadHeaders, body: Body, begins: () => void): Promise<void> {
    const announced = announcedBy(ticket, headers);
    if (announced.size > assetKinds[ticket.kind].maxBytes) {
      await this.records.noteTooLarge(ticket);
      reject('errors.asset.too_large');
    }
    const arriving = this.open(ticket.tenantId, announced.size);
    try {
      const entry = await this.records.claim(ticket, announced.type);
      begins();
      await this.keep(entry, announced, body, (bytes) => arriving.count(bytes));
    } finally {
      arriving.release();
    }
    for (const listener of this.listeners) listener();
  }

  private async keep(claimed: UploadEntry, { size }: Announced, body: Body, count: Watch['count']): Promise<void> {
    const claim = new LiveClaim(claimed, this.records);
    const { tenantId, messageId } = ownerOf(claimed);
    const file = { tenantId, messageId, name: claimed.value.file ?? '' };
    const watch = { clock: this.clock, until: claimed.value.expires, alive: () => claim.renew(), count };
    try {
      await this.store.put(file, received(body, watch), size);
    } catch (error) {
      const entry = await claim.current().catch(() => undefined);
      if (entry) await this.records.giveBack(entry).catch(() => undefined);
      throw error;
    }
    const entry = await claim.current();
    if (entry && (await this.records.received(entry, size))) return;
    await this.store.remove(file);
    reject('errors.asset.not_found');
  }

  /**
   * Refuses an upload while the bounds of uploads are reached. The upload counts from its first byte, by the bytes that arrive.
   * @throws Rejection 429
   */
  private open(tenantId: string, size: number): { count(bytes: number): void; release(): void } {
    const [request, place, bytes] = [this.requests, this.places, this.bytes].map((budget) => budget.open(tenantId));
    const isFull = this.places.fullFor(tenantId, 1) || this.bytes.fullFor(tenantId, size) || request?.take(1);
    if (isFull) return tooMuch();
    return {
      count(arrived) {
        if ((place?.amount === 0 && place.take(1)) || bytes?.take(arrived)) tooMuch();
      },
      release() {
        for (const each of [request, place, bytes]) each?.release();
      },
    };
  }
}

const tooMuch = (): never => reject('errors.rate_limited', { retry_after: RETRY_SECONDS });

/** Every upload says its size beforehand. @throws Rejection 400, 415 */
function announcedBy({ kind }: UploadTicket, { type: said, length }: UploadHeaders): Announced {
  const type = assetTypeOf(kind, said);
  if (said && type === undefined) reject('errors.content_type.unsupported', { accepted: acceptedTypes(kind) });
  if (length === undefined) return rejectAt('content-length', 'errors.field.required');
  const size = Number(length);
  if (size === 0) return rejectAt('content-length', 'errors.field.range', { min: 1, max: assetKinds[kind].maxBytes });
  return { type, size };
}

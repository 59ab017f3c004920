import { Inject, Injectable } from '@nestjs/common';
import { messagesOf, oneMessage } from '../../../../../projections/message-log/reads.js';
import { extensionOf } from '../../../../catalogue/assets.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { type Holding, TenantBudget } from '../../../../fairness/tenant-budget.js';
import { reject } from '../../../../kernel/rejection.js';
import { ASSET_STORE, type AssetStore, type ByteRange, type Bytes } from '../../../../ports/media/asset-store.js';
import type { DownloadTicket } from '../../../../ports/media/signed-asset-links.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { AssetStatuses } from './asset-status.service.js';

const THUMBNAIL_TYPE = 'image/webp';
const RETRY_SECONDS = 10;

/** A file that may be downloaded. */
export interface Downloadable {
  readonly name: string;
  readonly type: string;
  /** Bytes; undefined for a thumbnail, which is sent whole. */
  readonly size?: number;
  /** For the person who saves it. */
  readonly fileName: string;
}

/** Sends the files of assets. */
@Injectable()
export class Downloads {
  private readonly places = new TenantBudget({
    total: limits.downloadsAtOnce,
    perTenant: limits.downloadsAtOncePerTenant,
    leavesFree: true,
  });

  constructor(
    @Inject(ASSET_STORE) private readonly store: AssetStore,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(AssetStatuses) private readonly statuses: AssetStatuses,
  ) {}

  /** @throws Rejection 404 */
  async find({ tenantId, conversationId, messageId, part }: DownloadTicket): Promise<Downloadable> {
    const row = await oneMessage(messagesOf(this.documents, tenantId), conversationId, messageId);
    const { status, file, thumbnail, type = '', size = 0 } = row?.asset ?? { status: 'UNKNOWN' };
    if (status !== 'UPLOAD_COMPLETED') return reject('errors.asset.not_found');
    if (part === 'content' && file !== undefined) {
      return { name: file, type, size, fileName: `${messageId}.${extensionOf(type)}` };
    }
    if (thumbnail === undefined) return reject('errors.asset.not_found');
    return { name: thumbnail, type: THUMBNAIL_TYPE, fileName: `${messageId}-thumbnail.webp` };
  }

  /** A place among the downloads that run at once. @throws Rejection 429 */
  take({ tenantId }: DownloadTicket): Holding {
    return this.places.take(tenantId, 1) ?? reject('errors.rate_limited', { retry_after: RETRY_SECONDS });
  }

  /** A file that is gone is noted as missing. @throws Rejection 404 */
  async open(ticket: DownloadTicket, { name, type }: Downloadable, range?: ByteRange): Promise<Bytes> {
    const { tenantId, conversationId, messageId, part } = ticket;
    const found = await this.store.open({ tenantId, messageId, name }, range);
    if (found) return found;
    const missing = { status: 'UPLOAD_COMPLETED_MISSING', type } as const;
    if (part === 'content') await this.statuses.change({ tenantId, conversationId, messageId }, missing);
    return reject('errors.asset.not_found');
  }
}

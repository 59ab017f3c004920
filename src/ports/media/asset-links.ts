import type { AssetKind } from '../../catalogue/assets.js';
import { limits } from '../../catalogue/limits/limits.js';
import { type Instant, MINUTE, plus } from '../../kernel/instant.js';

/** The message that an asset belongs to. */
export interface AssetOwner {
  readonly tenantId: string;
  readonly conversationId: string;
  readonly messageId: string;
}

/** Makes signed URLs of assets. */
export interface AssetLinks {
  /** For the time after the post of the message. */
  upload(owner: AssetOwner, kind: AssetKind, postedAt: Instant): string;
  /** For `limits.downloadMinutes` from now. */
  download(owner: AssetOwner, part: 'content' | 'thumbnail'): string;
}

/** When the upload URL of a message that was posted then expires. */
export const uploadEnd = (postedAt: Instant): Instant => plus(postedAt, limits.uploadMinutes * MINUTE);

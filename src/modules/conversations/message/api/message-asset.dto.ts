import type { MessageRow } from '../../../../../projections/message-log/projection.js';
import {
  ASSET_FAILURES,
  ASSET_STATUSES,
  type AssetFailure,
  type AssetStatus,
  isAssetKind,
} from '../../../../catalogue/assets.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { ChoiceField, TextField } from '../../../../http/fields/fields.js';
import type { AssetLinks } from '../../../../ports/media/asset-links.js';

const URL_MAX = 2_000;

export class AssetDto {
  @TextField({
    description: `URL for the upload of the file with PUT, valid for ${limits.uploadMinutes} minutes after the post. Present while the status is UPLOAD_PENDING. A client gets it only for its own messages.`,
    max: URL_MAX,
    optional: true,
  })
  upload_url?: string;

  @TextField({
    description: `URL of the file, valid for ${limits.downloadMinutes} minutes. Present when the status is UPLOAD_COMPLETED.`,
    max: URL_MAX,
    optional: true,
  })
  download_url?: string;

  @TextField({
    description: `URL of a small WebP image, valid for ${limits.downloadMinutes} minutes. Present for a completed IMAGE.`,
    max: URL_MAX,
    optional: true,
  })
  thumbnail_url?: string;

  @ChoiceField({
    description:
      'Status of the upload. UPLOAD_FAILED is final. UPLOAD_COMPLETED_MISSING: the file was uploaded and is lost.',
    of: ASSET_STATUSES,
  })
  status!: AssetStatus;

  @ChoiceField({
    description: 'Reason of the status UPLOAD_FAILED. Uploads of earlier versions have none.',
    of: ASSET_FAILURES,
    optional: true,
  })
  failure?: AssetFailure;
}

/** Without `links` the asset is shown without URLs. undefined: the message has no asset. */
export function toAssetDto(row: MessageRow, links: AssetLinks | undefined): AssetDto | undefined {
  const { id: messageId, tenantId, conversationId, kind, createdAt, asset } = row;
  if (!asset || !isAssetKind(kind)) return undefined;
  const { status, file, thumbnail, failure } = asset;
  const owner = { tenantId, conversationId, messageId };
  if (status === 'UPLOAD_PENDING' && links) return { upload_url: links.upload(owner, kind, createdAt), status };
  if (status === 'UPLOAD_FAILED') return failure === undefined ? { status } : { status, failure };
  if (status !== 'UPLOAD_COMPLETED' || !links) return { status };
  return {
    ...(file === undefined ? {} : { download_url: links.download(owner, 'content') }),
    ...(thumbnail === undefined ? {} : { thumbnail_url: links.download(owner, 'thumbnail') }),
    status,
  };
}

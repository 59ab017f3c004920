import type { AssetKind } from '../../catalogue/assets.js';
import type { Instant } from '../../kernel/instant.js';
import { token } from '../../kernel/token.js';
import type { AssetLinks, AssetOwner } from './asset-links.js';

export interface UploadTicket extends AssetOwner {
  readonly kind: AssetKind;
  readonly expires: Instant;
}

export interface DownloadTicket extends AssetOwner {
  readonly part: 'content' | 'thumbnail';
}

/** The file of an export of events, or its signed manifest. */
export interface ExportTicket {
  readonly tenantId: string;
  readonly exportId: string;
  readonly part: 'file' | 'manifest';
}

/** Makes and reads the tokens of signed URLs. A token of one purpose is none for another (contract 3). */
export interface SignedAssetLinks extends AssetLinks {
  /** For `limits.downloadMinutes` from now. */
  exported(ticket: ExportTicket): string;
  /** undefined: the token is forged, of another purpose or expired. */
  readUpload(token: string): UploadTicket | undefined;
  readDownload(token: string): DownloadTicket | undefined;
  readExported(token: string): ExportTicket | undefined;
}

export const ASSET_LINKS = token<SignedAssetLinks>('SignedAssetLinks');

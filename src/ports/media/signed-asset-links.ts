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

/** Makes and reads the tokens of signed URLs. A token of one purpose is none for the other (contract 3). */
export interface SignedAssetLinks extends AssetLinks {
  /** undefined: the token is forged, of another purpose or expired. */
  readUpload(token: string): UploadTicket | undefined;
  readDownload(token: string): DownloadTicket | undefined;
}

export const ASSET_LINKS = token<SignedAssetLinks>('SignedAssetLinks');

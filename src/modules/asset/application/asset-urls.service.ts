import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type AssetKind, isAssetKind } from '../../../catalogue/assets.js';
import { limits } from '../../../catalogue/limits/limits.js';
import { CONFIG, type Config } from '../../../config.js';
import type { AssetLinks, AssetOwner } from '../../../kernel/asset-links.js';
import { epochMs, type Instant, instant, MINUTE, plus } from '../../../kernel/instant.js';
import { reject } from '../../../kernel/rejection.js';
import { CLOCK, type Clock } from '../../../ports/clock.js';
import { SECRETS, type Secrets } from '../../../ports/secrets.js';

/** A token of one purpose is refused for the other (contract 3). */
type Purpose = 'asset-upload' | 'asset-download';

export interface UploadTicket extends AssetOwner {
  readonly kind: AssetKind;
  readonly expires: Instant;
}

export interface DownloadTicket extends AssetOwner {
  readonly part: 'content' | 'thumbnail';
}

type Said = readonly [tenantId: string, conversationId: string, messageId: string, about: string, expiresMs: number];

/** Signed URLs of assets: base64url of what they allow, a point, and a digest that only the master key can make. */
@Injectable()
export class AssetUrls implements AssetLinks {
  constructor(
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  upload({ tenantId, conversationId, messageId }: AssetOwner, kind: AssetKind, postedAt: Instant): string {
    const expiresMs = epochMs(uploadEnd(postedAt));
    return this.url('asset-upload', 'uploads', [tenantId, conversationId, messageId, kind, expiresMs]);
  }

  download({ tenantId, conversationId, messageId }: AssetOwner, part: 'content' | 'thumbnail'): string {
    const expiresMs = epochMs(this.clock.now()) + limits.downloadMinutes * MINUTE;
    return this.url('asset-download', 'downloads', [tenantId, conversationId, messageId, part, expiresMs]);
  }

  /** @throws Rejection 403 */
  readUpload(token: string): UploadTicket {
    const [tenantId, conversationId, messageId, kind, expiresMs] = this.read('asset-upload', token);
    if (!isAssetKind(kind)) return reject('errors.asset.url_invalid');
    return { tenantId, conversationId, messageId, kind, expires: instant(expiresMs) };
  }

  /** @throws Rejection 403 */
  readDownload(token: string): DownloadTicket {
    const [tenantId, conversationId, messageId, part] = this.read('asset-download', token);
    return { tenantId, conversationId, messageId, part: part === 'thumbnail' ? part : 'content' };
  }

  private url(purpose: Purpose, folder: string, said: Said): string {
    const text = Buffer.from(JSON.stringify(said)).toString('base64url');
    return `${this.config.publicUrl}/api/v1/assets/${folder}/${text}.${this.secrets.digest(purpose, text)}`;
  }

  private read(purpose: Purpose, token: string): Said {
    const [text = '', digest = '', more] = token.split('.');
    const [given, made] = [Buffer.from(digest), Buffer.from(this.secrets.digest(purpose, text))];
    const isGenuine = more === undefined && given.length === made.length && timingSafeEqual(given, made);
    const said = isGenuine ? (JSON.parse(Buffer.from(text, 'base64url').toString()) as Said) : undefined;
    return said && said[4] > epochMs(this.clock.now()) ? said : reject('errors.asset.url_invalid');
  }
}

/** When the upload URL of a message that was posted then expires. */
export const uploadEnd = (postedAt: Instant): Instant => plus(postedAt, limits.uploadMinutes * MINUTE);

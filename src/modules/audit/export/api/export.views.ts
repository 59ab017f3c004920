import { Inject, Injectable } from '@nestjs/common';
import { ASSET_LINKS, type SignedAssetLinks } from '../../../../ports/media/signed-asset-links.js';
import { type AuditExport, progressOf } from '../application/audit-export.js';
import type { ExportDto } from './export.dto.js';

/** Exports in the form of a response, with URLs that are signed at each read. */
@Injectable()
export class ExportViews {
  constructor(@Inject(ASSET_LINKS) private readonly links: SignedAssetLinks) {}

  show(tenantId: string, value: AuditExport): ExportDto {
    const { id, status, failure, format, filters, events, sha256, checkpoint, requestedAt, endedAt } = value;
    const url = (part: 'file' | 'manifest') => this.links.exported({ tenantId, exportId: id, part });
    return {
      ...{ id, status },
      ...(failure === undefined ? {} : { failure }),
      ...{ format, filters, events, progress: progressOf(value) },
      ...(status === 'DONE' ? { url: url('file'), manifest_url: url('manifest') } : {}),
      ...(sha256 === undefined ? {} : { sha256 }),
      ...(checkpoint === undefined ? {} : { checkpoint }),
      requested_at: requestedAt,
      ...(endedAt === undefined ? {} : { completed_at: endedAt }),
      expires_at: value.expiresAt,
    };
  }
}

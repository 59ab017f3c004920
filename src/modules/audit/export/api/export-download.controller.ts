import { Controller, Inject, Param, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { isSuspended } from '../../../../../projections/tenant/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { TenantBudget } from '../../../../fairness/tenant-budget.js';
import { streamedFile } from '../../../../http/answer/streamed-file.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { isKnown } from '../../../../http/request/conditional.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject } from '../../../../kernel/rejection.js';
import { LOG_SIGNER, type LogSigner } from '../../../../ports/identity/log-signer.js';
import { ASSET_LINKS, type ExportTicket, type SignedAssetLinks } from '../../../../ports/media/signed-asset-links.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { CSV, NDJSON } from '../../event/application/audit-event.formats.js';
import type { AuditExport } from '../application/audit-export.js';
import { ExportFiles } from '../application/export-files.service.js';
import { manifestText } from '../application/export-manifest.js';
import { ExportStore } from '../application/export-store.service.js';

const TYPES = { ndjson: NDJSON, csv: CSV } as const;
const TEXT = 'text/plain';
const RETRY_SECONDS = 10;
const TOKEN = {
  token: { description: 'Signature of the URL.', schema: { type: 'string', minLength: 1, maxLength: 500 } },
};

@ApiTags('Audit')
@Controller('audit/exports/downloads')
export class ExportDownloadController {
  private readonly places = new TenantBudget({
    total: limits.exportDownloadsAtOnce,
    perTenant: limits.exportDownloadsAtOncePerTenant,
    leavesFree: true,
  });

  constructor(
    @Inject(ASSET_LINKS) private readonly links: SignedAssetLinks,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(ExportStore) private readonly exports: ExportStore,
    @Inject(ExportFiles) private readonly files: ExportFiles,
    @Inject(LOG_SIGNER) private readonly signer: LogSigner,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Endpoint('audit.export-download', {
    route: 'GET :token',
    summary: 'Download the file or the manifest of an export',
    description: 'The URL is the `url` or `manifest_url` of the export.',
    params: TOKEN,
    sends: [NDJSON, CSV, TEXT],
    responses: { 200: null, 304: null },
    errors: ['errors.export.url_invalid', 'errors.export.not_found', 'errors.tenant.suspended'],
  })
  async download(@Param('token') token: string, @Req() request: FastifyRequest, @Ctx() ctx: RequestContext) {
    const ticket = this.links.readExported(token) ?? reject('errors.export.url_invalid');
    if (await isSuspended(this.documents, ticket.tenantId)) reject('errors.tenant.suspended');
    const done = await this.done(ticket);
    Object.assign(ctx.headers, headersOf(done, ticket));
    if (isKnown(request.headers['if-none-match'], ctx.headers.ETag ?? '')) {
      ctx.status = 304;
      return undefined;
    }
    const isHead = request.method === 'HEAD';
    if (ticket.part === 'manifest') {
      const manifest = Buffer.from(this.signer.sign(manifestText(ticket.tenantId, done)));
      return streamedFile(isHead ? [] : [manifest], manifest.length);
    }
    if (isHead) return streamedFile([], done.bytes);
    const place = this.places.take(ticket.tenantId, 1) ?? reject('errors.rate_limited', { retry_after: RETRY_SECONDS });
    ctx.onClosed(() => place.release());
    return streamedFile(this.files.read({ tenantId: ticket.tenantId, ...done }), done.bytes);
  }

  private async done({ tenantId, exportId }: ExportTicket): Promise<AuditExport> {
    const found = (await this.exports.find(tenantId, exportId))?.value;
    const isThere = found?.status === 'DONE' && found.expiresAt > this.clock.now();
    return isThere ? found : reject('errors.export.not_found');
  }
}

function headersOf({ id, format, sha256, checkpoint }: AuditExport, { part }: ExportTicket): Record<string, string> {
  const isFile = part === 'file';
  const name = isFile ? `${id}.${format}` : `${id}.manifest.txt`;
  return {
    'Content-Type': isFile ? TYPES[format] : `${TEXT}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'private, no-store',
    ETag: isFile ? `"${sha256}"` : `"${sha256}.${checkpoint === undefined ? 'm' : 'c'}"`,
  };
}

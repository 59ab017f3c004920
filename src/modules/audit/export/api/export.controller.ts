import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AuditFilters } from '../../../../../projections/audit-event/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { operationalRetention } from '../../../../catalogue/retention.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { BoundedAnswers, rowsBy } from '../../../../http/answer/bounded-answers.js';
import { listingOf } from '../../../../http/answer/listed-entries.js';
import { Payload, QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { DAY, plus } from '../../../../kernel/instant.js';
import { memberPath, Rejection, reject } from '../../../../kernel/rejection.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import type { Entry } from '../../../../ports/stores/operational-store.js';
import { AuditEvents } from '../../event/application/audit-events.service.js';
import { type AskedFilters, askedFilters, readFilters } from '../../event/application/audit-filters.js';
import { AuditReads } from '../../read/application/audit-reads.service.js';
import type { AuditExport } from '../application/audit-export.js';
import { ExportStore } from '../application/export-store.service.js';
import { CreateExportDto, ExportDto, ExportListDto, ExportQueryDto } from './export.dto.js';
import { ExportViews } from './export.views.js';

/** Bytes of a large row. */
const ROW_BYTES = 8_192;
const KEPT_MS = operationalRetention['audit-export'].days * DAY;

@ApiTags('Audit')
@Controller('audit/exports')
export class ExportController {
  constructor(
    @Inject(AuditEvents) private readonly events: AuditEvents,
    @Inject(AuditReads) private readonly reads: AuditReads,
    @Inject(ExportStore) private readonly exports: ExportStore,
    @Inject(ExportViews) private readonly views: ExportViews,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Endpoint('audit.export-create', {
    route: 'POST',
    summary: 'Export events as a file',
    description: `The file has the events up to the request that match the filters, in the form of \`GET /audit/events\`. A signed manifest names its SHA-256. The file is kept for 7 days. It is removed when a subject in it is erased. A tenant has at most ${limits.auditExportsRunning} exports that run and ${limits.auditExports} that are kept.`,
    body: CreateExportDto,
    responses: { 202: ExportDto },
    errors: ['errors.export.too_many'],
  })
  async create(@Payload(CreateExportDto) body: CreateExportDto, @Ctx() ctx: RequestContext): Promise<ExportDto> {
    const { tenantId, actor } = ctx.caller;
    const { format, filters = {} } = body;
    const asked = askedFilters(filters);
    const id = ctx.nextId();
    const begun: AuditExport = {
      ...{ id, format, filters: { ...filters }, chosen: await this.chosen(tenantId, asked) },
      ...{ descending: filters.order !== 'ASC', requestedBy: actor, requestedAt: ctx.at },
      ...{ through: await this.log.head(), status: 'RUNNING', events: 0, bytes: 0, keys: [] },
      expiresAt: plus(ctx.at, KEPT_MS),
    };
    const kept = await this.exports.begin(tenantId, begun);
    await this.reads.note(ctx.caller, ctx.cause, 'export', { ...asked, format });
    ctx.headers.Location = `/api/v1/audit/exports/${id}`;
    return this.views.show(tenantId, kept);
  }

  @Endpoint('audit.export-list', {
    route: 'GET',
    summary: 'List the exports, newest first',
    query: ExportQueryDto,
    responses: { 200: ExportListDto },
  })
  async list(@QueryPayload(ExportQueryDto) query: ExportQueryDto, @Ctx() ctx: RequestContext) {
    const { tenantId } = ctx.caller;
    const { range, ...entries } = this.exports.listed(tenantId);
    await this.reads.note(ctx.caller, ctx.cause, 'export', {});
    const page = await listingOf(entries, range, query, ({ requestedAt }) => requestedAt);
    const show = ({ value }: Entry<AuditExport>) => this.views.show(tenantId, value);
    return this.answers.page(ctx, 'exports', page, rowsBy(ROW_BYTES, show));
  }

  @Endpoint('audit.export-read', {
    route: 'GET :export_id',
    summary: 'Read an export',
    responses: { 200: ExportDto },
    errors: ['errors.export.not_found'],
  })
  async read(@Param('export_id') id: string, @Ctx() ctx: RequestContext): Promise<ExportDto> {
    const found = (await this.exports.find(ctx.caller.tenantId, id))?.value;
    const isThere = found !== undefined && found.expiresAt > this.clock.now();
    if (!isThere) return reject('errors.export.not_found');
    await this.reads.note(ctx.caller, ctx.cause, 'export', { id });
    return this.views.show(ctx.caller.tenantId, found);
  }

  /** @throws Rejection 400 at the path of a filter */
  private async chosen(tenantId: string, asked: AskedFilters): Promise<AuditFilters> {
    try {
      return await readFilters(asked, (id) => this.events.requestValues(tenantId, id));
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      const within = error.fieldErrors.map((each) => ({ ...each, path: memberPath('filters', each.path) }));
      throw new Rejection(error.code, within);
    }
  }
}

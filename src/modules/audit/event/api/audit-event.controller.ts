import { Controller, Inject, Param, Req, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { limits } from '../../../../catalogue/limits/limits.js';
import type { AnswerBuilder } from '../../../../http/answer/answer-builder.js';
import { BoundedAnswers } from '../../../../http/answer/bounded-answers.js';
import { readCursor, writeCursor } from '../../../../http/answer/paging.js';
import { QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import type { Position } from '../../../../kernel/event.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import { AuditReads } from '../../read/application/audit-reads.service.js';
import { toAuditEventDto } from '../application/audit-event.wire.js';
import { AuditEvents, type AuditPage } from '../application/audit-events.service.js';
import { askedFilters, readFilters } from '../application/audit-filters.js';
import { isStreamType, STREAM_TYPES, type StreamType } from '../application/audit-stream.js';
import { AuditStreams, type StreamedEvents } from '../application/audit-streams.service.js';
import { AuditEventDto, AuditEventListDto, AuditEventQueryDto } from './audit-event.dto.js';

/** Bytes of a large event. */
const ROW_BYTES = 65_536;

@ApiTags('Audit')
@Controller('audit/events')
export class AuditEventController {
  constructor(
    @Inject(AuditEvents) private readonly events: AuditEvents,
    @Inject(AuditStreams) private readonly streams: AuditStreams,
    @Inject(AuditReads) private readonly reads: AuditReads,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
  ) {}

  @Endpoint('audit.event-list', {
    route: 'GET',
    summary: 'List the events of the tenant, newest first',
    description:
      'All filters together choose the events. `Accept: application/x-ndjson` and `Accept: text/csv` stream all of them. The read is an event itself.',
    query: AuditEventQueryDto,
    responses: { 200: AuditEventListDto },
    alsoSends: STREAM_TYPES,
  })
  async list(
    @QueryPayload(AuditEventQueryDto) query: AuditEventQueryDto,
    @Req() request: FastifyRequest,
    @Ctx() ctx: RequestContext,
  ): Promise<string | StreamableFile> {
    const { tenantId } = ctx.caller;
    const asked = askedFilters(query);
    const filters = await readFilters(asked, (id) => this.events.requestValues(tenantId, id));
    const descending = query.order !== 'ASC';
    const binding = { asked, descending };
    const start = { descending, from: query.cursor === undefined ? undefined : placeOf(query.cursor, binding) };
    if (isStreamType(ctx.accepted)) {
      const limit = request.method === 'HEAD' ? 0 : query.limit;
      const stream = this.stream(ctx, ctx.accepted, { filters, start, limit });
      await this.reads.note(ctx.caller, ctx.cause, 'events', asked);
      return stream;
    }
    const limit = query.limit ?? limits.auditEventsDefault;
    const answer = this.answers.open(ctx, limit * ROW_BYTES);
    const { hasMore: has_more, through } = await this.fill(answer, tenantId, { filters, start, limit });
    await this.reads.note(ctx.caller, ctx.cause, 'events', asked);
    const next = has_more && through !== undefined ? { next_cursor: writeCursor(binding, markOf(through)) } : {};
    return this.answers.send(ctx, answer, 'events', { has_more, limit, ...next });
  }

  private stream(ctx: RequestContext, type: StreamType, asked: StreamedEvents): StreamableFile {
    const { tenantId } = ctx.caller;
    const place = this.streams.take(tenantId);
    ctx.onClosed(() => place.release());
    ctx.headers['Content-Type'] = `${type}; charset=utf-8`;
    return this.answers.stream(this.streams.open(tenantId, type, asked));
  }

  /** Adds the events of a page. It ends early where the answer is full. */
  private async fill(
    answer: AnswerBuilder,
    tenantId: string,
    { filters, start, limit }: StreamedEvents & { readonly limit: number },
  ): Promise<Pick<AuditPage, 'hasMore' | 'through'>> {
    const page = await this.events.page(tenantId, filters, start, limit);
    let last: Position | undefined;
    for await (const some of this.events.inParts(tenantId, page.entries)) {
      for (const event of some) {
        if (!(await answer.add({ json: JSON.stringify(toAuditEventDto(event)) })))
          return { hasMore: true, through: last };
        last = event.entry.position;
      }
      await answer.pause();
    }
    return page;
  }

  @Endpoint('audit.event-read', {
    route: 'GET :event_id',
    summary: 'Read an event of the tenant',
    description: 'The read is an event itself.',
    responses: { 200: AuditEventDto },
    errors: ['errors.event.not_found'],
    etag: true,
  })
  async read(@Param('event_id') eventId: string, @Ctx() ctx: RequestContext): Promise<object> {
    const { tenantId } = ctx.caller;
    const id = eventId.toLowerCase();
    const entry = (await this.events.entry(tenantId, id)) ?? reject('errors.event.not_found');
    const [event] = await this.events.of(tenantId, [entry]);
    if (!event) return reject('errors.event.not_found');
    await this.reads.note(ctx.caller, ctx.cause, 'events', { id });
    ctx.revision = entry.version;
    return toAuditEventDto(event);
  }
}

const markOf = (position: Position) => ({ k: '', v: position, o: 0 });

/** @throws Rejection 400 at `cursor` */
function placeOf(cursor: string, binding: unknown): Position {
  const { v } = readCursor(cursor, binding);
  return typeof v === 'number' ? v : rejectAt('cursor', 'errors.field.format', { format: 'a cursor of this list' });
}

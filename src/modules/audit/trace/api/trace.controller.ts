import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { limits } from '../../../../catalogue/limits/limits.js';
import { readCursor, writeCursor } from '../../../../http/answer/paging.js';
import { QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { UUID } from '../../../../kernel/ids.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import { AuditReads } from '../../read/application/audit-reads.service.js';
import { Traces } from '../application/traces.service.js';
import { readTracePlace, type TracePlace } from '../domain/trace-walk.js';
import { TraceDto, TraceQueryDto } from './trace.dto.js';
import { toTraceDto } from './trace.views.js';

const DELIVERY_ID = /^[0-9a-f]{12}-[0-9a-f]{14}$/;

@ApiTags('Audit')
@Controller('audit/trace')
export class TraceController {
  constructor(
    @Inject(Traces) private readonly traces: Traces,
    @Inject(AuditReads) private readonly reads: AuditReads,
  ) {}

  @Endpoint('audit.trace', {
    route: 'GET :trace_id',
    summary: 'Read the causes and effects of an event',
    description: `The id is that of an event, request, webhook delivery, notification or workflow run. The response is the tree that contains it, from the request at its root. A page has up to ${limits.traceNodes} events, breadth first. The read is an event itself.`,
    query: TraceQueryDto,
    params: {
      trace_id: {
        description:
          'Id of an event, as in the header `webhook-id` or a frame, or of a request, delivery, run or notification.',
        schema: { type: 'string', minLength: 1, maxLength: 100 },
      },
    },
    responses: { 200: TraceDto },
    errors: ['errors.trace.not_found'],
  })
  async trace(
    @Param('trace_id') id: string,
    @QueryPayload(TraceQueryDto) { cursor }: TraceQueryDto,
    @Ctx() ctx: RequestContext,
  ): Promise<TraceDto> {
    const { tenantId } = ctx.caller;
    const binding = ['trace', tenantId, id];
    const place = cursor === undefined ? undefined : placeIn(cursor, binding);
    const page = (await this.traces.page(tenantId, id, limits.traceNodes, place)) ?? reject('errors.trace.not_found');
    await this.reads.note(ctx.caller, ctx.cause, 'trace', isOurs(id) ? { id } : { request_id: id });
    const next = page.next && writeCursor(binding, { k: JSON.stringify(page.next), o: 0 });
    return toTraceDto(page, next);
  }
}

/** Whether the service made the id. One of a request may be of its caller. */
const isOurs = (id: string): boolean => UUID.test(id) || DELIVERY_ID.test(id);

/** @throws Rejection 400 at `cursor` */
function placeIn(cursor: string, binding: unknown): TracePlace {
  const { k } = readCursor(cursor, binding);
  return readTracePlace(k) ?? rejectAt('cursor', 'errors.field.format', { format: 'a cursor of this list' });
}

import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import { readMoment } from '../../../../http/fields/moments.js';
import { QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { AuditReads } from '../../read/application/audit-reads.service.js';
import { DiffDto, DiffQueryDto } from './diff.dto.js';
import { toDiffDto } from './diff.views.js';
import { SubjectHistory } from './subject-history.js';

@ApiTags('Audit')
@Controller('audit/diff')
export class DiffController {
  constructor(
    @Inject(SubjectHistory) private readonly history: SubjectHistory,
    @Inject(AuditReads) private readonly reads: AuditReads,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
  ) {}

  @Endpoint('audit.diff', {
    route: 'GET',
    summary: 'Compare a resource at two points in time',
    description:
      'Each change names the last event that made it. A secret is `[secret]` at both ends. The read is an event itself.',
    query: DiffQueryDto,
    responses: { 200: DiffDto },
    errors: ['errors.audit.subject_not_found', 'errors.conversation.erased'],
  })
  async diff(@QueryPayload(DiffQueryDto) query: DiffQueryDto, @Ctx() ctx: RequestContext): Promise<DiffDto> {
    const { tenantId } = ctx.caller;
    const { subject_kind: kind, subject_id: id, conversation_id: conversationId } = query;
    const from = readMoment(query.from, 'from');
    const to = query.to === undefined ? this.caughtUp.position : readMoment(query.to, 'to');
    const diff = await this.history.between({ tenantId, kind, id, conversationId }, from, to);
    await this.reads.note(ctx.caller, ctx.cause, 'diff', query);
    return toDiffDto(diff);
  }
}

import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { byErasureId, erasureQuery, erasuresOf } from '../../../../../projections/erasure/reads.js';
import { messageErasuresOf } from '../../../../../projections/message-erasure/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { paginate } from '../../../../http/answer/paging.js';
import { QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject } from '../../../../kernel/rejection.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { ErasureRequests } from '../application/erasure-requests.service.js';
import { ErasureDto, ErasureListDto, ErasureQueryDto, toErasureDto } from './erasure.dto.js';

@ApiTags('Erasures')
@Controller('erasures')
export class ErasureController {
  constructor(@Inject(DOCUMENT_STORE) private readonly documents: DocumentStore) {}

  @Endpoint('erasure.list', {
    route: 'GET',
    summary: 'List erasures',
    description: 'Newest first. The certificates contain ids and times, and no content.',
    query: ErasureQueryDto,
    responses: { 200: ErasureListDto },
  })
  async list(@QueryPayload(ErasureQueryDto) query: ErasureQueryDto, @Ctx() { caller: { tenantId } }: RequestContext) {
    const { kind, subject_id: subjectId } = query;
    const readerOf = kind === 'MESSAGE' ? messageErasuresOf : erasuresOf;
    const reader = readerOf(this.documents, tenantId);
    const question = erasureQuery({ kind, subjectId });
    const { docs, paging } = await paginate(
      reader,
      query,
      question,
      limits.listDefault,
      ({ requestedAt }) => requestedAt,
    );
    return { erasures: docs.map(toErasureDto), ...paging };
  }

  @Endpoint('erasure.read', {
    route: 'GET :erasure_id',
    summary: 'Read an erasure',
    responses: { 200: ErasureDto },
    errors: ['errors.erasure.not_found'],
    asOf: true,
  })
  async read(@Param('erasure_id') id: string, @Ctx() { caller: { tenantId } }: RequestContext): Promise<ErasureDto> {
    const question = byErasureId(id);
    const [found] = (await erasuresOf(this.documents, tenantId).find(question)).docs;
    const [deletion] = found ? [] : (await messageErasuresOf(this.documents, tenantId).find(question)).docs;
    return toErasureDto(found ?? deletion ?? reject('errors.erasure.not_found'));
  }
}

@ApiTags('Conversations')
@Controller('conversations/:conversation_id/erase')
export class ConversationErasureController {
  constructor(@Inject(ErasureRequests) private readonly requests: ErasureRequests) {}

  @Endpoint('conversation.erase', {
    route: 'POST',
    summary: 'Erase a conversation',
    description:
      'Erases the content of the conversation, its messages and participants everywhere, even in the event log. The content cannot be restored. The status is 202 while the erasure is in progress. A repeated call returns the same erasure.',
    responses: { 200: ErasureDto, 202: ErasureDto },
    errors: ['errors.conversation.not_found', 'errors.conversation.legal_hold'],
  })
  async erase(@Param('conversation_id') id: string, @Ctx() ctx: RequestContext): Promise<ErasureDto> {
    const { erasure, position } = await this.requests.conversation(id, ctx.meta());
    ctx.reached(position);
    if (erasure.completedAt === undefined) {
      ctx.status = 202;
      ctx.headers.Location = `/api/v1/erasures/${erasure.id}`;
    }
    return toErasureDto(erasure);
  }
}

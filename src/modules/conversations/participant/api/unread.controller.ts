import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { unreadOf } from '../../../../../projections/read-state/reads.js';
import { QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { UnreadDto, UnreadQueryDto } from './unread.dto.js';

@ApiTags('Conversations')
@Controller('conversations')
export class UnreadController {
  constructor(@Inject(DOCUMENT_STORE) private readonly documents: DocumentStore) {}

  @Endpoint('conversation.unread', {
    route: 'GET unread',
    summary: 'Count what the calling user has not seen',
    description:
      'The conversations are those of `GET /conversations?unread=true`. In a conversation in which the user takes no part, every message counts until the user reports it as seen.',
    query: UnreadQueryDto,
    responses: { 200: UnreadDto },
  })
  unread(@QueryPayload(UnreadQueryDto) { archived }: UnreadQueryDto, @Ctx() { caller }: RequestContext) {
    return unreadOf(this.documents, caller.tenantId, caller.id, archived);
  }
}

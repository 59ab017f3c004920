import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject } from '../../../../kernel/rejection.js';
import { IDS, type Ids } from '../../../../ports/process/clock.js';
import { VISITOR_SECRET_BYTES, writeVisitorKey } from '../application/visitor-key.js';
import { ConversationTypeDto } from './conversation-type.dto.js';
import { ConversationTypeViews } from './conversation-type.views.js';
import { ConversationTypeWrites } from './conversation-type.writes.js';

@ApiTags('Conversation types')
@Controller('conversation-types/:conversation_type_id/visitor-key')
export class VisitorKeyController {
  constructor(
    @Inject(ConversationTypeWrites) private readonly writes: ConversationTypeWrites,
    @Inject(ConversationTypeViews) private readonly views: ConversationTypeViews,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  @Endpoint('conversation-type.visitor-key', {
    id: 'create',
    route: 'POST',
    summary: 'Create the visitor key of a conversation type',
    description:
      'The key is public: a page embeds it, and its visitors start conversations of the type. Another call creates another key, and the earlier key ends.',
    responses: { 201: ConversationTypeDto },
    errors: [
      'errors.conversation_type.not_found',
      'errors.conversation_type.data_required',
      'errors.precondition.failed',
    ],
    etag: true,
  })
  async create(@Param('conversation_type_id') id: string, @Ctx() ctx: RequestContext): Promise<ConversationTypeDto> {
    const { tenantId } = ctx.caller;
    const secret = this.ids.secret(VISITOR_SECRET_BYTES);
    const key = writeVisitorKey({ tenantId, conversationTypeId: id }, secret);
    const { record } = (await this.writes.setVisitorKey(ctx, id, key)).state;
    if (!record) return reject('errors.conversation_type.not_found');
    ctx.created(`/api/v1/conversation-types/${id}`);
    ctx.revision = record.revision;
    return this.views.one(record);
  }

  @Endpoint('conversation-type.visitor-key', {
    id: 'end',
    route: 'DELETE',
    summary: 'End the visitor key of a conversation type',
    description: 'Conversations that visitors started continue. Without a visitor key the call changes nothing.',
    responses: { 204: null },
    errors: ['errors.conversation_type.not_found'],
    etag: true,
  })
  async end(@Param('conversation_type_id') id: string, @Ctx() ctx: RequestContext): Promise<void> {
    await this.writes.setVisitorKey(ctx, id, null);
  }
}

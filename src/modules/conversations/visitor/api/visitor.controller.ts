import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Payload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { BeginConversationDto, BegunConversationDto } from './visitor.dto.js';
import { Visitors } from './visitors.service.js';

@ApiTags('Conversations')
@Controller('visitor/:visitor_key/conversations')
export class VisitorController {
  constructor(@Inject(Visitors) private readonly visitors: Visitors) {}

  @Endpoint('visitor.begin', {
    route: 'POST',
    summary: 'Start a conversation as a visitor',
    description:
      'Needs no credentials. The visitor becomes the client of a new conversation. Choose each `Idempotency-Key` at random: the same key and body get the same client URL.',
    body: BeginConversationDto,
    rate: 'visitor',
    responses: { 201: BegunConversationDto },
    errors: [
      'errors.tenant.suspended',
      'errors.visitor_key.not_found',
      'errors.conversation_type.data_required',
      'errors.conversation.erased',
    ],
  })
  async begin(
    @Param('visitor_key') key: string,
    @Payload(BeginConversationDto) body: BeginConversationDto,
    @Ctx() ctx: RequestContext,
  ): Promise<BegunConversationDto> {
    const { conversationId, clientUrl } = await this.visitors.begin(ctx, key, body);
    ctx.created(`/api/v1/conversations/${conversationId}`);
    ctx.headers['Cache-Control'] = 'no-store';
    return { conversation_id: conversationId, client_url: clientUrl };
  }
}

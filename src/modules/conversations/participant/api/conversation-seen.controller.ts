import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Payload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import {
  ConversationReader,
  ownMember,
  readerOf,
  sharedReader,
} from '../../conversation/application/conversation.reader.js';
import { ConversationSeenDto } from './participant-activity.dto.js';
import { Seen } from './seen.service.js';

@ApiTags('Conversations')
@Controller('conversations')
export class ConversationSeenController {
  constructor(
    @Inject(ConversationReader) private readonly conversations: ConversationReader,
    @Inject(Seen) private readonly seenMarks: Seen,
  ) {}

  @Endpoint('conversation.seen', {
    route: 'POST :conversation_id/seen',
    summary: 'Report how far the calling user has read',
    description:
      'The user does not become a participant. For a participant it is the same as the activity `MESSAGE_SEEN`. Where users share a read status, the shared one moves too.',
    body: ConversationSeenDto,
    responses: { 204: null },
    errors: ['errors.conversation.not_found'],
  })
  async seen(
    @Param('conversation_id') id: string,
    @Payload(ConversationSeenDto) { last_message_sequence_seen: sequence }: ConversationSeenDto,
    @Ctx() ctx: RequestContext,
  ): Promise<void> {
    const open = await this.conversations.open(ctx.caller, id);
    const member = ownMember(open, ctx.caller);
    const marker = member ? readerOf(open, member) : sharedReader(open);
    if (marker) await this.seenMarks.byParticipant(ctx, id, marker, sequence);
    if (!member) await this.seenMarks.byUser(ctx, id, sequence);
  }
}

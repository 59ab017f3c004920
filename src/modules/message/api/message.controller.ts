import { Controller, Headers, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CaughtUp } from '../../../engine/read-models/caught-up.js';
import { Call } from '../../../http/openapi/endpoint.js';
import { type Exchange, Here } from '../../../http/pipeline/request-context.js';
import { QueryPayload } from '../../../http/fields/payload.js';
import { waitOf } from '../../../http/pipeline/prefer.js';
import { ConversationAccess } from '../../conversation/application/conversation.reader.js';
import { MessagePayload } from './message.checks.js';
import { MessageDto, MessageListDto, MessageListQueryDto, PostMessageDto, toMessageDto } from './message.dto.js';
import { MessageViews } from './message.views.js';
import { MessageWrites } from './message.writes.js';

@ApiTags('Messages')
@Controller('conversations/:conversation_id/messages')
export class MessageController {
  constructor(
    @Inject(MessageWrites) private readonly writes: MessageWrites,
    @Inject(MessageViews) private readonly views: MessageViews,
    @Inject(ConversationAccess) private readonly conversations: ConversationAccess,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
  ) {}

  @Call('message.list', {
    route: 'GET',
    about: 'List the messages of a conversation',
    query: MessageListQueryDto,
    answers: { 200: MessageListDto },
    refuses: [404],
  })
  async list(
    @Param('conversation_id') conversationId: string,
    @QueryPayload(MessageListQueryDto) query: MessageListQueryDto,
    @Here() here: Exchange,
  ) {
    await this.conversations.open(here.caller, conversationId);
    return this.views.list(here, conversationId, query);
  }

  /** Whoever waits learns the sequence, if the read model is quick enough; a repeated source id answers the first message. */
  @Call('message.post', {
    route: 'POST',
    about: 'Post a message; with Prefer: wait the answer says its sequence',
    body: PostMessageDto,
    answers: { 200: MessageDto, 201: MessageDto, 202: MessageDto },
    refuses: [404, 409],
    single: true,
    waits: true,
  })
  async post(
    @Param('conversation_id') conversationId: string,
    @MessagePayload body: PostMessageDto,
    @Headers('prefer') prefer: string | undefined,
    @Here() here: Exchange,
  ): Promise<MessageDto> {
    const { row, again } = await this.writes.post(here, conversationId, body);
    here.revision = row.revision;
    const message = toMessageDto(row);
    if (again) return message;
    here.created(`/api/v1/conversations/${conversationId}/messages/${row.id}`);
    const wait = waitOf(prefer);
    if (wait && (await this.caughtUp.reached(here.position, wait.ms))) {
      here.headers['Preference-Applied'] = wait.applied;
      return message;
    }
    here.status = 202;
    return { ...message, sequence: null };
  }

  @Call('message.read', {
    route: 'GET :message_id',
    about: 'Read a message',
    answers: { 200: MessageDto },
    refuses: [404],
    single: true,
  })
  async read(
    @Param('conversation_id') conversationId: string,
    @Param('message_id') id: string,
    @Here() here: Exchange,
  ): Promise<MessageDto> {
    await this.conversations.open(here.caller, conversationId);
    const row = await this.views.one(here, conversationId, id);
    here.revision = row.revision;
    return toMessageDto(row);
  }

  @Call('message.delete', {
    route: 'DELETE :message_id',
    about: 'Delete a message; its row and sequence stay, what it said is gone',
    answers: { 204: null },
    refuses: [404],
    single: true,
  })
  async remove(
    @Param('conversation_id') conversationId: string,
    @Param('message_id') id: string,
    @Here() here: Exchange,
  ): Promise<void> {
    await this.writes.remove(here, conversationId, id);
  }
}

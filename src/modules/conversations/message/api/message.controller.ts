import { Controller, Headers, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import { QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { waitOf } from '../../../../http/request/prefer.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { ConversationReader } from '../../conversation/application/conversation.reader.js';
import { MessagePayload } from './message.checks.js';
import { MessageDto, MessageListDto, MessageListQueryDto, PostMessageDto } from './message.dto.js';
import { MessageViews } from './message.views.js';
import { MessageWrites } from './message.writes.js';

@ApiTags('Messages')
@Controller('conversations/:conversation_id/messages')
export class MessageController {
  constructor(
    @Inject(MessageWrites) private readonly commands: MessageWrites,
    @Inject(MessageViews) private readonly views: MessageViews,
    @Inject(ConversationReader) private readonly conversations: ConversationReader,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
  ) {}

  @Endpoint('message.list', {
    route: 'GET',
    summary: 'List the messages of a conversation',
    query: MessageListQueryDto,
    responses: { 200: MessageListDto },
    errors: ['errors.conversation.not_found'],
    asOf: true,
  })
  async list(
    @Param('conversation_id') conversationId: string,
    @QueryPayload(MessageListQueryDto) query: MessageListQueryDto,
    @Ctx() ctx: RequestContext,
  ) {
    await this.conversations.mayRead(ctx.caller, conversationId);
    return this.views.list(ctx, conversationId, query);
  }

  /** With `Prefer: wait` the response has the sequence if the read model is in time; a repeated source id gets the first message. */
  @Endpoint('message.post', {
    route: 'POST',
    summary: 'Post a message',
    description:
      'The message is queued and its `sequence` is null. With `Prefer: wait` the response contains the sequence. The file of an IMAGE, VIDEO or AUDIO is sent afterwards with PUT to `asset.upload_url`.',
    body: PostMessageDto,
    responses: { 200: MessageDto, 201: MessageDto, 202: MessageDto },
    errors: [
      'errors.conversation.not_found',
      'errors.conversation.archived',
      'errors.message.source_id_taken',
      'errors.forbidden',
    ],
    etag: true,
    preferWait: true,
  })
  async post(
    @Param('conversation_id') conversationId: string,
    @MessagePayload body: PostMessageDto,
    @Headers('prefer') prefer: string | undefined,
    @Ctx() ctx: RequestContext,
  ): Promise<MessageDto> {
    const { row, again } = await this.commands.post(ctx, conversationId, body);
    ctx.revision = row.revision;
    const message = this.views.shownTo(ctx.caller)(row);
    if (again) return message;
    ctx.created(`/api/v1/conversations/${conversationId}/messages/${row.id}`);
    const wait = waitOf(prefer);
    if (wait && (await this.caughtUp.reached(ctx.position, wait.ms))) {
      ctx.headers['Preference-Applied'] = wait.applied;
      return message;
    }
    ctx.status = 202;
    return { ...message, sequence: null };
  }

  @Endpoint('message.read', {
    route: 'GET :message_id',
    summary: 'Read a message',
    responses: { 200: MessageDto },
    errors: ['errors.conversation.not_found', 'errors.message.not_found'],
    etag: true,
    asOf: true,
  })
  async read(
    @Param('conversation_id') conversationId: string,
    @Param('message_id') id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<MessageDto> {
    await this.conversations.mayRead(ctx.caller, conversationId);
    const row = await this.views.one(ctx, conversationId, id);
    ctx.revision = row.revision;
    return this.views.shownTo(ctx.caller)(row);
  }

  @Endpoint('message.delete', {
    route: 'DELETE :message_id',
    summary: 'Delete a message',
    description:
      'The message keeps its sequence. Its text, location, address and asset are erased, even in the event log. The event of the deletion is the certificate.',
    responses: { 204: null },
    errors: [
      'errors.conversation.not_found',
      'errors.conversation.legal_hold',
      'errors.message.not_found',
      'errors.forbidden',
    ],
    etag: true,
  })
  async remove(
    @Param('conversation_id') conversationId: string,
    @Param('message_id') id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<void> {
    await this.commands.remove(ctx, conversationId, id);
  }
}

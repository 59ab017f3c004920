import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Commands } from '../../../../http/request/commands.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { ConversationReader } from '../application/conversation.reader.js';
import { LiftLegalHold, PlaceLegalHold } from '../domain/conversation.commands.js';
import { ConversationAnswers } from './conversation.answers.js';
import { ConversationDto } from './conversation.dto.js';

@ApiTags('Conversations')
@Controller('conversations/:conversation_id/legal-hold')
export class ConversationLegalHoldController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(ConversationReader) private readonly access: ConversationReader,
    @Inject(ConversationAnswers) private readonly answers: ConversationAnswers,
  ) {}

  @Endpoint('conversation.hold', {
    id: 'place',
    route: 'PUT',
    summary: 'Place a legal hold on a conversation',
    description: 'Retention does not remove a conversation under a legal hold. A repeated call changes nothing.',
    responses: { 200: ConversationDto },
    errors: ['errors.conversation.not_found'],
    etag: true,
  })
  async place(@Param('conversation_id') id: string, @Ctx() ctx: RequestContext) {
    await this.access.open(ctx.caller, id);
    await this.commands.sendAndWait(ctx, new PlaceLegalHold(id, { ifMatch: ctx.ifMatch }, ctx.meta()));
    return this.answers.one(ctx, id, undefined);
  }

  @Endpoint('conversation.hold', {
    id: 'lift',
    route: 'DELETE',
    summary: 'Lift the legal hold of a conversation',
    description: 'Without a legal hold the call changes nothing.',
    responses: { 204: null },
    errors: ['errors.conversation.not_found'],
    etag: true,
  })
  async lift(@Param('conversation_id') id: string, @Ctx() ctx: RequestContext): Promise<void> {
    await this.access.open(ctx.caller, id);
    await this.commands.sendAndWait(ctx, new LiftLegalHold(id, { ifMatch: ctx.ifMatch }, ctx.meta()));
  }
}

import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { composed } from '../../../../catalogue/text/written-text.js';
import { Payload, QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Commands } from '../../../../http/request/commands.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import type { Command } from '../../../../kernel/command.js';
import { type FieldError, Rejection, rejectAt } from '../../../../kernel/rejection.js';
import { ConversationReader } from '../application/conversation.reader.js';
import { AddLabels, RemoveLabel, SetLabels } from '../domain/conversation.commands.js';
import { labelFault } from '../domain/conversation.labels.js';
import { ConversationAnswers } from './conversation.answers.js';
import { ConversationDto } from './conversation.dto.js';
import { type Include, IncludesQueryDto } from './conversation-query.dto.js';
import { LabelsDto } from './conversation-writes.dto.js';

const spec = { query: IncludesQueryDto, responses: { 200: ConversationDto }, etag: true } as const;

@ApiTags('Conversations')
@Controller('conversations/:conversation_id/labels')
export class ConversationLabelsController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(ConversationReader) private readonly access: ConversationReader,
    @Inject(ConversationAnswers) private readonly answers: ConversationAnswers,
  ) {}

  @Endpoint('conversation.label', {
    ...spec,
    errors: ['errors.conversation.not_found', 'errors.answer.too_large'],
    route: 'PUT',
    summary: 'Replace the labels of a conversation',
    body: LabelsDto,
    id: 'set',
  })
  async set(
    @Param('conversation_id') id: string,
    @Payload(LabelsDto) { labels }: LabelsDto,
    @QueryPayload(IncludesQueryDto) { includes }: IncludesQueryDto,
    @Ctx() ctx: RequestContext,
  ) {
    const command = new SetLabels(id, { labels: known(labels), ifMatch: ctx.ifMatch }, ctx.meta());
    return this.labelled(ctx, command, includes);
  }

  @Endpoint('conversation.label', {
    ...spec,
    errors: ['errors.conversation.not_found', 'errors.answer.too_large', 'errors.precondition.failed'],
    route: 'POST',
    summary: 'Add labels to a conversation',
    body: LabelsDto,
    id: 'add',
  })
  async add(
    @Param('conversation_id') id: string,
    @Payload(LabelsDto) { labels }: LabelsDto,
    @QueryPayload(IncludesQueryDto) { includes }: IncludesQueryDto,
    @Ctx() ctx: RequestContext,
  ) {
    const command = new AddLabels(id, { labels: known(labels), ifMatch: ctx.ifMatch }, ctx.meta());
    return this.labelled(ctx, command, includes);
  }

  @Endpoint('conversation.label', {
    ...spec,
    route: 'PUT :label',
    summary: 'Add a label to a conversation',
    id: 'put',
    errors: ['errors.conversation.not_found', 'errors.answer.too_large'],
  })
  async put(
    @Param('conversation_id') id: string,
    @Param('label') label: string,
    @QueryPayload(IncludesQueryDto) { includes }: IncludesQueryDto,
    @Ctx() ctx: RequestContext,
  ) {
    const kept = composed(label);
    const fault = labelFault(kept);
    if (fault) rejectAt('label', fault.code, fault.details);
    return this.labelled(ctx, new AddLabels(id, { labels: [kept], ifMatch: ctx.ifMatch }, ctx.meta()), includes);
  }

  @Endpoint('conversation.label', {
    route: 'DELETE :label',
    summary: 'Remove a label from a conversation',
    description: 'The call also succeeds if the conversation does not have the label.',
    responses: { 204: null },
    errors: ['errors.conversation.not_found'],
    etag: true,
    id: 'remove',
  })
  async remove(@Param('conversation_id') id: string, @Param('label') label: string, @Ctx() ctx: RequestContext) {
    await this.access.open(ctx.caller, id);
    await this.commands.sendAndWait(ctx, new RemoveLabel(id, { label, ifMatch: ctx.ifMatch }, ctx.meta()));
  }

  private async labelled(ctx: RequestContext, command: Command, includes: Include[] | undefined) {
    await this.access.open(ctx.caller, command.target);
    await this.commands.sendAndWait(ctx, command);
    return this.answers.one(ctx, command.target, includes);
  }
}

function known(labels: readonly string[]): readonly string[] {
  const wrong = labels.flatMap((label, i): FieldError[] => {
    const fault = labelFault(label);
    return fault ? [{ path: `labels.${i}`, ...fault }] : [];
  });
  if (wrong.length > 0) throw new Rejection('errors.validation.failed', wrong);
  return labels;
}

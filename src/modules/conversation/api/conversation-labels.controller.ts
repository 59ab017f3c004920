import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Call } from '../../../http/openapi/endpoint.js';
import { type Exchange, Here } from '../../../http/pipeline/request-context.js';
import { Payload, QueryPayload } from '../../../http/fields/payload.js';
import { Writes } from '../../../http/pipeline/commands.js';
import type { Command } from '../../../kernel/command.js';
import { type Fault, Rejection, rejectAt } from '../../../kernel/rejection.js';
import { ConversationAccess } from '../application/conversation.reader.js';
import { AddLabels, RemoveLabel, SetLabels } from '../domain/conversation.commands.js';
import { ConversationDto, type Include, IncludesQueryDto } from './conversation.dto.js';
import { isLabel } from '../domain/conversation.labels.js';
import { ConversationViews } from './conversation.views.js';
import { LabelsDto } from './conversation-writes.dto.js';

const spec = { query: IncludesQueryDto, answers: { 200: ConversationDto }, refuses: [404], single: true } as const;

@ApiTags('Conversations')
@Controller('conversations/:conversation_id/labels')
export class ConversationLabelsController {
  constructor(
    @Inject(Writes) private readonly writes: Writes,
    @Inject(ConversationAccess) private readonly access: ConversationAccess,
    @Inject(ConversationViews) private readonly views: ConversationViews,
  ) {}

  @Call('conversation.label', { ...spec, route: 'PUT', about: 'Replace the labels', body: LabelsDto, id: 'set' })
  async set(
    @Param('conversation_id') id: string,
    @Payload(LabelsDto) { labels }: LabelsDto,
    @QueryPayload(IncludesQueryDto) { includes }: IncludesQueryDto,
    @Here() here: Exchange,
  ) {
    const command = new SetLabels(id, { labels: known(labels), ifMatch: here.ifMatch }, here.meta());
    return this.labelled(here, command, includes);
  }

  @Call('conversation.label', { ...spec, route: 'POST', about: 'Add labels', body: LabelsDto, id: 'add' })
  async add(
    @Param('conversation_id') id: string,
    @Payload(LabelsDto) { labels }: LabelsDto,
    @QueryPayload(IncludesQueryDto) { includes }: IncludesQueryDto,
    @Here() here: Exchange,
  ) {
    return this.labelled(here, new AddLabels(id, { labels: known(labels) }, here.meta()), includes);
  }

  @Call('conversation.label', { ...spec, route: 'PUT :label', about: 'Add a label', id: 'put' })
  async put(
    @Param('conversation_id') id: string,
    @Param('label') label: string,
    @QueryPayload(IncludesQueryDto) { includes }: IncludesQueryDto,
    @Here() here: Exchange,
  ) {
    if (!isLabel(label)) rejectAt('label', 'errors.field.pattern');
    return this.labelled(here, new AddLabels(id, { labels: [label], ifMatch: here.ifMatch }, here.meta()), includes);
  }

  @Call('conversation.label', {
    route: 'DELETE :label',
    about: 'Take a label away; also when it was not there',
    answers: { 204: null },
    refuses: [404],
    single: true,
    id: 'remove',
  })
  async remove(@Param('conversation_id') id: string, @Param('label') label: string, @Here() here: Exchange) {
    await this.access.open(here.caller, id);
    await this.writes.done(here, new RemoveLabel(id, { label, ifMatch: here.ifMatch }, here.meta()));
  }

  private async labelled(here: Exchange, command: Command, includes: Include[] | undefined) {
    await this.access.open(here.caller, command.target);
    await this.writes.done(here, command);
    return this.views.one(here, command.target, includes);
  }
}

function known(labels: readonly string[]): readonly string[] {
  const wrong = labels.flatMap((label, i): Fault[] =>
    isLabel(label) ? [] : [{ path: `labels.${i}`, code: 'errors.field.pattern' }],
  );
  if (wrong.length > 0) throw new Rejection('errors.validation.failed', wrong);
  return labels;
}

import { Body, Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { MessageTemplateRecord } from '../../../../../projections/message-template/projection.js';
import { messageTemplatesOf } from '../../../../../projections/message-template/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { CommandRunner, type Outcome } from '../../../../engine/commands/command-runner.js';
import { ConditionalCommands } from '../../../../engine/commands/conditional-commands.js';
import { ResourceReservations } from '../../../../engine/commands/resource-reservations.js';
import { onRevision } from '../../../../engine/commands/stale-basis.js';
import { BoundedAnswers, rowsBy } from '../../../../http/answer/bounded-answers.js';
import { listing } from '../../../../http/answer/paging.js';
import { matchPath } from '../../../../http/fields/match-path.js';
import { QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Commands } from '../../../../http/request/commands.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import type { CommandMeta } from '../../../../kernel/command.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import type { ResourceState } from '../../../../kernel/resource.js';
import type { IfMatch } from '../../../../kernel/revision.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { TemplateUsage } from '../application/usage.service.js';
import { isSystemTemplate, type MessageTemplate, messageTemplate } from '../domain/message-template.resource.js';
import { checkedTemplate } from './message-template.checks.js';
import {
  CreateMessageTemplateDto,
  MessageTemplateDto,
  MessageTemplateListDto,
  MessageTemplateQueryDto,
  ReplaceMessageTemplateDto,
  type TemplateInclude,
  toMessageTemplateDto,
  toTemplate,
} from './message-template.dto.js';

type State = ResourceState<MessageTemplate>;

const FIELDS = { name: 'name', created_at: 'createdAt', updated_at: 'updatedAt' } as const;
const orderOf = {
  name: ({ id }: MessageTemplateRecord) => id,
  createdAt: ({ createdAt }: MessageTemplateRecord) => createdAt,
  updatedAt: ({ updatedAt }: MessageTemplateRecord) => updatedAt,
};

/** Bytes of a large row, without and with includes. */
const PLAIN_BYTES = 8_192;
const WHOLE_BYTES = 131_072;

@ApiTags('Message templates')
@Controller('message_templates')
export class MessageTemplateController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
    @Inject(TemplateUsage) private readonly usage: TemplateUsage,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(ConditionalCommands) private readonly conditional: ConditionalCommands,
    @Inject(ResourceReservations) private readonly reservations: ResourceReservations,
  ) {}

  @Endpoint('message-template.list', {
    route: 'GET',
    summary: 'List message templates, including those of the service',
    query: MessageTemplateQueryDto,
    responses: { 200: MessageTemplateListDto },
  })
  async list(@QueryPayload(MessageTemplateQueryDto) query: MessageTemplateQueryDto, @Ctx() ctx: RequestContext) {
    const field = FIELDS[query.sortBy ?? 'name'];
    const order = { field, descending: query.direction === 'DESC' };
    const includes = query.includes ?? [];
    const reader = messageTemplatesOf(this.documents, ctx.caller.tenantId, (record) => without(record, includes));
    const page = await listing(reader, query, { order }, limits.unlimited, orderOf[field]);
    const rowBytes = includes.length > 0 ? WHOLE_BYTES : PLAIN_BYTES;
    const rows = rowsBy(rowBytes, (record: MessageTemplateRecord) => toMessageTemplateDto(record, includes));
    return this.answers.page(ctx, 'message_templates', page, rows);
  }

  @Endpoint('message-template.create', {
    route: 'POST',
    summary: 'Create a message template',
    body: CreateMessageTemplateDto,
    responses: { 201: MessageTemplateDto },
    errors: ['errors.message_template.exists'],
    etag: true,
  })
  async create(@Body() sent: unknown, @Ctx() ctx: RequestContext) {
    const { name, ...body } = checkedTemplate(CreateMessageTemplateDto, sent);
    if (isSystemTemplate(name)) reject('errors.message_template.exists');
    const command = new messageTemplate.Create(name, { value: toTemplate(body) }, ctx.meta());
    const { state } = await this.commands.sendAndWait<State>(ctx, command);
    ctx.created(`/api/v1/message_templates/${name}`);
    return answer(ctx, state);
  }

  @Endpoint('message-template.read', {
    route: 'GET :name',
    summary: 'Read a message template',
    responses: { 200: MessageTemplateDto },
    errors: ['errors.message_template.not_found'],
    etag: true,
    asOf: true,
  })
  async read(@Param('name') name: string, @Ctx() ctx: RequestContext) {
    return shown(ctx, await this.existing(ctx, name));
  }

  @Endpoint('message-template.replace', {
    route: 'PUT :name',
    summary: 'Create or replace a message template',
    description: 'The kind cannot change while a conversation type or the tenant names the message template.',
    body: ReplaceMessageTemplateDto,
    responses: { 200: MessageTemplateDto, 201: MessageTemplateDto },
    errors: ['errors.message_template.is_system', 'errors.message_template.in_use'],
    etag: true,
  })
  async replace(@Param('name') name: string, @Body() sent: unknown, @Ctx() ctx: RequestContext) {
    if (isSystemTemplate(name)) reject('errors.message_template.is_system');
    const body = checkedTemplate(ReplaceMessageTemplateDto, sent);
    matchPath('name', name, undefined);
    if (body.name !== undefined && body.name !== name) rejectAt('name', 'errors.field.mismatch');
    const { state, events } = await this.replaceWith(ctx, name, toTemplate(body));
    if (events.some(({ type }) => type === 'MessageTemplateCreated')) {
      ctx.created(`/api/v1/message_templates/${name}`);
    }
    return answer(ctx, state);
  }

  @Endpoint('message-template.delete', {
    route: 'DELETE :name',
    summary: 'Delete an unused message template',
    description: 'A message template that a conversation type, a workflow or the tenant names cannot be deleted.',
    responses: { 204: null },
    errors: [
      'errors.message_template.not_found',
      'errors.message_template.is_system',
      'errors.message_template.in_use',
    ],
    etag: true,
  })
  async remove(@Param('name') name: string, @Ctx() ctx: RequestContext): Promise<void> {
    if (isSystemTemplate(name)) reject('errors.message_template.is_system');
    await this.existing(ctx, name);
    const { ifMatch, caller } = ctx;
    const meta = ctx.meta();
    await this.usage.unused(caller.tenantId, name);
    await this.reservations.during(messageTemplate, { id: name, ifMatch }, meta, async (change) => {
      await this.usage.unused(caller.tenantId, name);
      await this.commands.sendAndWait(ctx, new messageTemplate.Remove(name, { ifMatch, change }, meta));
    });
  }

  /** Judges a kind on the template in the log, and again where that changes before the command is decided. */
  private replaceWith(ctx: RequestContext, name: string, value: MessageTemplate): Promise<Outcome<State>> {
    const { tenantId } = ctx.caller;
    const meta = ctx.meta();
    return this.conditional.send(tenantId, {
      judge: async () => {
        const before = (await this.runner.peek(messageTemplate.decider, tenantId, name)).record;
        const isOtherKind = before !== undefined && before.value.kind !== value.kind;
        return { revision: before?.revision, isOtherKind };
      },
      send: ({ revision, isOtherKind }) =>
        onRevision(ctx.ifMatch, revision, (ifMatch) => {
          const send = (change: { readonly change?: string }) => {
            const replacement = { value, ifMatch, ...change };
            return this.commands.sendAndWait<State>(ctx, new messageTemplate.Replace(name, replacement, meta));
          };
          if (!isOtherKind) return send({});
          return this.whileUnnamed(tenantId, { id: name, ifMatch }, meta, (change) => send({ change }));
        }),
      undo: (outcome) => this.conditional.undoResource(messageTemplate, meta, outcome),
    });
  }

  /** Types name a template for its kind, so another kind waits until nothing begins to name it. */
  private async whileUnnamed<T>(
    tenantId: string,
    template: { readonly id: string; readonly ifMatch: IfMatch | undefined },
    meta: CommandMeta,
    send: (change: string) => Promise<T>,
  ): Promise<T> {
    await this.usage.kindIsFree(tenantId, template.id);
    return this.reservations.during(messageTemplate, template, meta, async (change) => {
      await this.usage.kindIsFree(tenantId, template.id);
      return send(change);
    });
  }

  private async existing({ caller }: RequestContext, name: string): Promise<MessageTemplateRecord> {
    const record = await messageTemplatesOf(this.documents, caller.tenantId).get(name);
    return record ?? reject('errors.message_template.not_found');
  }
}

/** Drops members that the request does not include before the page is kept in memory. */
function without(record: MessageTemplateRecord, includes: readonly TemplateInclude[]): MessageTemplateRecord {
  const { texts, parameters, ...value } = record.value;
  return {
    ...record,
    value: {
      ...value,
      texts: includes.includes('TEXTS') ? texts : {},
      parameters: includes.includes('PARAMETERS') ? parameters : [],
    },
  };
}

function shown(ctx: RequestContext, record: MessageTemplateRecord): MessageTemplateDto {
  ctx.revision = record.revision;
  return toMessageTemplateDto(record);
}

const answer = (ctx: RequestContext, { record }: State): MessageTemplateDto =>
  record ? shown(ctx, record) : reject('errors.message_template.not_found');

import { Body, Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { KeptMessageTemplate } from '../../../../projections/message-template/projection.js';
import { messageTemplatesOf } from '../../../../projections/message-template/reads.js';
import { Call } from '../../../http/openapi/endpoint.js';
import { type Exchange, Here } from '../../../http/pipeline/request-context.js';
import { matchPath } from '../../../http/fields/match-path.js';
import { listed } from '../../../http/pipeline/paging.js';
import { QueryPayload } from '../../../http/fields/payload.js';
import { Writes } from '../../../http/pipeline/commands.js';
import { limits } from '../../../catalogue/limits/limits.js';
import { reject, rejectAt } from '../../../kernel/rejection.js';
import type { ResourceState } from '../../../kernel/resource.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../ports/document-store.js';
import { checkedTemplate } from '../application/message-template.checks.js';
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
import { isSystemTemplate, type MessageTemplate, messageTemplate } from '../domain/message-template.resource.js';
import { TemplateUsage } from '../application/usage.service.js';

type State = ResourceState<MessageTemplate>;

const FIELDS = { name: 'name', created_at: 'createdAt', updated_at: 'updatedAt' } as const;
const orderOf = {
  name: ({ id }: KeptMessageTemplate) => id,
  createdAt: ({ createdAt }: KeptMessageTemplate) => createdAt,
  updatedAt: ({ updatedAt }: KeptMessageTemplate) => updatedAt,
};

@ApiTags('Message templates')
@Controller('message_templates')
export class MessageTemplateController {
  constructor(
    @Inject(Writes) private readonly writes: Writes,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(TemplateUsage) private readonly usage: TemplateUsage,
  ) {}

  @Call('message-template.list', {
    route: 'GET',
    about: 'List message templates, those that the service ships among them',
    query: MessageTemplateQueryDto,
    answers: { 200: MessageTemplateListDto },
  })
  async list(@QueryPayload(MessageTemplateQueryDto) query: MessageTemplateQueryDto, @Here() here: Exchange) {
    const field = FIELDS[query.sortBy ?? 'name'];
    const order = { field, descending: query.direction === 'DESC' };
    const includes = query.includes ?? [];
    const reader = messageTemplatesOf(this.documents, here.caller.tenantId, (kept) => without(kept, includes));
    const { docs, paging } = await listed(reader, query, { order }, limits.unlimited, orderOf[field]);
    return { message_templates: docs.map((kept) => toMessageTemplateDto(kept, includes)), ...paging };
  }

  @Call('message-template.create', {
    route: 'POST',
    about: 'Create a message template',
    body: CreateMessageTemplateDto,
    answers: { 201: MessageTemplateDto },
    single: true,
  })
  async create(@Body() sent: unknown, @Here() here: Exchange) {
    const { name, ...body } = checkedTemplate(CreateMessageTemplateDto, sent);
    if (isSystemTemplate(name)) reject('errors.message_template.exists');
    const command = new messageTemplate.Create(name, { value: toTemplate(body) }, here.meta());
    const { state } = await this.writes.done<State>(here, command);
    here.created(`/api/v1/message_templates/${name}`);
    return answer(here, state);
  }

  @Call('message-template.read', {
    route: 'GET :name',
    about: 'Read a message template',
    answers: { 200: MessageTemplateDto },
    refuses: [404],
    single: true,
  })
  async read(@Param('name') name: string, @Here() here: Exchange) {
    return shown(here, await this.existing(here, name));
  }

  @Call('message-template.replace', {
    route: 'PUT :name',
    about: 'Create or replace a message template; the kind of one that a conversation type names cannot change',
    body: ReplaceMessageTemplateDto,
    answers: { 200: MessageTemplateDto, 201: MessageTemplateDto },
    refuses: [409],
    single: true,
  })
  async replace(@Param('name') name: string, @Body() sent: unknown, @Here() here: Exchange) {
    if (isSystemTemplate(name)) reject('errors.message_template.is_system');
    const body = checkedTemplate(ReplaceMessageTemplateDto, sent);
    matchPath('name', name, undefined);
    if (body.name !== undefined && body.name !== name) rejectAt('name', 'errors.field.mismatch');
    const { tenantId } = here.caller;
    const value = toTemplate(body);
    const before = await messageTemplatesOf(this.documents, tenantId).get(name);
    if (before && before.value.kind !== value.kind) await this.usage.kindIsFree(tenantId, name);
    const command = new messageTemplate.Replace(name, { value, ifMatch: here.ifMatch }, here.meta());
    const { state, events } = await this.writes.done<State>(here, command);
    if (events.some(({ type }) => type === 'MessageTemplateCreated')) {
      here.created(`/api/v1/message_templates/${name}`);
    }
    return answer(here, state);
  }

  @Call('message-template.delete', {
    route: 'DELETE :name',
    about: 'Delete a message template that no conversation type and no workflow names',
    answers: { 204: null },
    refuses: [404, 409],
    single: true,
  })
  async remove(@Param('name') name: string, @Here() here: Exchange): Promise<void> {
    if (isSystemTemplate(name)) reject('errors.message_template.is_system');
    await this.existing(here, name);
    await this.usage.unused(here.caller.tenantId, name);
    await this.writes.done(here, new messageTemplate.Remove(name, { ifMatch: here.ifMatch }, here.meta()));
  }

  private async existing({ caller }: Exchange, name: string): Promise<KeptMessageTemplate> {
    const kept = await messageTemplatesOf(this.documents, caller.tenantId).get(name);
    return kept ?? reject('errors.message_template.not_found');
  }
}

/** What is not asked for is not kept in memory either. */
function without(kept: KeptMessageTemplate, includes: readonly TemplateInclude[]): KeptMessageTemplate {
  const { texts, parameters, ...value } = kept.value;
  return {
    ...kept,
    value: {
      ...value,
      texts: includes.includes('TEXTS') ? texts : {},
      parameters: includes.includes('PARAMETERS') ? parameters : [],
    },
  };
}

function shown(here: Exchange, kept: KeptMessageTemplate): MessageTemplateDto {
  here.revision = kept.revision;
  return toMessageTemplateDto(kept);
}

const answer = (here: Exchange, { kept }: State): MessageTemplateDto =>
  kept ? shown(here, kept) : reject('errors.message_template.not_found');

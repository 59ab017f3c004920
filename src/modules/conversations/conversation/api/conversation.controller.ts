import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { conversationQuery, conversationsOf, lockedAfter } from '../../../../../projections/conversation-list/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { BoundedAnswers } from '../../../../http/answer/bounded-answers.js';
import { listing, NamedDocuments } from '../../../../http/answer/paging.js';
import { Payload, QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { may } from '../../../../kernel/access.js';
import { instant } from '../../../../kernel/instant.js';
import { rejectAt } from '../../../../kernel/rejection.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { ConversationAnswers } from './conversation.answers.js';
import { ConversationDto, ConversationListDto } from './conversation.dto.js';
import { ConversationRows } from './conversation.rows.js';
import { ConversationWrites } from './conversation.writes.js';
import { ConversationListQueryDto, IncludesQueryDto } from './conversation-query.dto.js';
import {
  ConversationIdsDto,
  CreateConversationDto,
  ErasedConversationDto,
  PatchConversationDto,
  ReplaceConversationDto,
} from './conversation-writes.dto.js';

/** An erased resource does not change any more. */
const ERASED_REVISION = 1;

const time = (text: string | undefined) => (text === undefined ? undefined : instant(text));

@ApiTags('Conversations')
@Controller('conversations')
export class ConversationController {
  constructor(
    @Inject(ConversationWrites) private readonly commands: ConversationWrites,
    @Inject(ConversationAnswers) private readonly single: ConversationAnswers,
    @Inject(ConversationRows) private readonly rows: ConversationRows,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  @Endpoint('conversation.list', {
    route: 'GET',
    summary: 'List conversations',
    query: ConversationListQueryDto,
    responses: { 200: ConversationListDto },
    errors: ['errors.answer.too_large'],
  })
  async list(@QueryPayload(ConversationListQueryDto) query: ConversationListQueryDto, @Ctx() ctx: RequestContext) {
    if (query.unread && !may(ctx.caller, 'conversation.list-unread')) {
      rejectAt('unread', 'errors.field.refused', undefined, 'errors.forbidden');
    }
    const orderBy = query.order_by === 'updated_at' ? 'updatedAt' : 'createdAt';
    const question = conversationQuery({
      orderBy,
      descending: query.order !== 'ASC',
      ...(query.archived === undefined ? {} : { archived: query.archived }),
      ...definedTimes(query),
      ...(query.locked_by === undefined ? {} : { lockedBy: query.locked_by }),
      ...(query.label === undefined ? {} : { labels: query.label }),
      ...(query.search === undefined ? {} : { search: query.search }),
      ...(query.unread ? { unreadOf: ctx.caller.id } : {}),
    });
    const reader = conversationsOf(this.documents, ctx.caller.tenantId);
    const listed = query.locked_by === undefined ? reader : lockedAfter(reader, ctx.at);
    const page = await listing(listed, query, question, limits.conversationListDefault, (item) => item[orderBy]);
    return this.answers.page(ctx, 'conversations', page, this.rows.of(ctx, query.includes));
  }

  @Endpoint('conversation.create', {
    route: 'POST',
    summary: 'Create a conversation with its participants',
    body: CreateConversationDto,
    query: IncludesQueryDto,
    responses: { 201: ConversationDto, 200: ErasedConversationDto },
    errors: [
      'errors.conversation.exists',
      'errors.conversation.removed',
      'errors.answer.too_large',
      'errors.participant.exists',
    ],
    etag: true,
  })
  async create(
    @Payload(CreateConversationDto) body: CreateConversationDto,
    @QueryPayload(IncludesQueryDto) { includes }: IncludesQueryDto,
    @Ctx() ctx: RequestContext,
  ) {
    if (await this.commands.open(ctx, body)) {
      ctx.revision = ERASED_REVISION;
      return { id: body.id, tenant_id: ctx.caller.tenantId, erased: true } satisfies ErasedConversationDto;
    }
    ctx.created(`/api/v1/conversations/${body.id}`);
    return this.single.one(ctx, body.id, includes);
  }

  @Endpoint('conversation.by-ids', {
    route: 'POST by_ids',
    reads: true,
    summary: 'Read conversations by id, in the requested order',
    body: ConversationIdsDto,
    query: IncludesQueryDto,
    responses: { 200: ConversationListDto },
    errors: ['errors.answer.too_large'],
  })
  async byIds(
    @Payload(ConversationIdsDto) { ids }: ConversationIdsDto,
    @QueryPayload(IncludesQueryDto) { includes }: IncludesQueryDto,
    @Ctx() ctx: RequestContext,
  ) {
    const once = [...new Set(ids)];
    const found = new NamedDocuments(conversationsOf(this.documents, ctx.caller.tenantId), once);
    return this.answers.whole(ctx, 'conversations', found, this.rows.of(ctx, includes));
  }

  @Endpoint('conversation.read', {
    route: 'GET :conversation_id',
    summary: 'Read a conversation',
    query: IncludesQueryDto,
    responses: { 200: ConversationDto },
    errors: ['errors.conversation.not_found', 'errors.answer.too_large'],
    etag: true,
    asOf: true,
  })
  read(
    @Param('conversation_id') id: string,
    @QueryPayload(IncludesQueryDto) { includes }: IncludesQueryDto,
    @Ctx() ctx: RequestContext,
  ) {
    return this.single.one(ctx, id, includes);
  }

  @Endpoint('conversation.change', {
    route: 'PATCH :conversation_id',
    summary: 'Change a conversation',
    body: PatchConversationDto,
    query: IncludesQueryDto,
    responses: { 200: ConversationDto },
    errors: ['errors.conversation.not_found', 'errors.answer.too_large'],
    etag: true,
  })
  async change(
    @Param('conversation_id') id: string,
    @Payload(PatchConversationDto) body: PatchConversationDto,
    @QueryPayload(IncludesQueryDto) { includes }: IncludesQueryDto,
    @Ctx() ctx: RequestContext,
  ) {
    await this.commands.change(ctx, id, body);
    return this.single.one(ctx, id, includes);
  }

  @Endpoint('conversation.replace', {
    route: 'PUT :conversation_id',
    summary: 'Create or replace a conversation',
    description: 'Participants that the body does not list stay.',
    body: ReplaceConversationDto,
    query: IncludesQueryDto,
    responses: { 200: ConversationDto, 201: ConversationDto },
    errors: ['errors.conversation.removed', 'errors.answer.too_large', 'errors.participant.exists'],
    etag: true,
  })
  async replace(
    @Param('conversation_id') id: string,
    @Payload(ReplaceConversationDto) body: ReplaceConversationDto,
    @QueryPayload(IncludesQueryDto) { includes }: IncludesQueryDto,
    @Ctx() ctx: RequestContext,
  ) {
    const created = await this.commands.replace(ctx, id, body);
    if (created) ctx.created(`/api/v1/conversations/${id}`);
    return this.single.one(ctx, id, includes);
  }

  @Endpoint('conversation.delete', {
    route: 'DELETE :conversation_id',
    summary: 'Archive a conversation',
    description: 'An archived conversation accepts no messages. A patch with `archived: false` restores it.',
    responses: { 204: null },
    errors: ['errors.conversation.not_found'],
    etag: true,
  })
  async remove(@Param('conversation_id') id: string, @Ctx() ctx: RequestContext): Promise<void> {
    await this.commands.archive(ctx, id);
  }
}

function definedTimes(query: ConversationListQueryDto) {
  const times = {
    createdAfter: time(query.created_after),
    createdBefore: time(query.created_before),
    updatedAfter: time(query.updated_after),
    updatedBefore: time(query.updated_before),
  };
  return Object.fromEntries(Object.entries(times).filter(([, at]) => at !== undefined));
}

import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { conversationQuery, conversationsOf } from '../../../../projections/conversation-list/reads.js';
import { Call } from '../../../http/openapi/endpoint.js';
import { type Exchange, Here } from '../../../http/pipeline/request-context.js';
import { listed } from '../../../http/pipeline/paging.js';
import { Payload, QueryPayload } from '../../../http/fields/payload.js';
import { instant } from '../../../kernel/instant.js';
import { limits } from '../../../catalogue/limits/limits.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../ports/document-store.js';
import {
  ConversationDto,
  ConversationListDto,
  ConversationListQueryDto,
  IncludesQueryDto,
} from './conversation.dto.js';
import { ConversationViews } from './conversation.views.js';
import { ConversationWrites } from './conversation.writes.js';
import {
  ConversationIdsDto,
  CreateConversationDto,
  PatchConversationDto,
  ReplaceConversationDto,
} from './conversation-writes.dto.js';

const time = (text: string | undefined) => (text === undefined ? undefined : instant(text));

@ApiTags('Conversations')
@Controller('conversations')
export class ConversationController {
  constructor(
    @Inject(ConversationWrites) private readonly writes: ConversationWrites,
    @Inject(ConversationViews) private readonly views: ConversationViews,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  @Call('conversation.list', {
    route: 'GET',
    about: 'List conversations',
    query: ConversationListQueryDto,
    answers: { 200: ConversationListDto },
  })
  async list(@QueryPayload(ConversationListQueryDto) query: ConversationListQueryDto, @Here() here: Exchange) {
    const orderBy = query.order_by === 'updated_at' ? 'updatedAt' : 'createdAt';
    const question = conversationQuery({
      orderBy,
      descending: query.order !== 'ASC',
      ...(query.archived === undefined ? {} : { archived: query.archived }),
      ...definedTimes(query),
      ...(query.search === undefined ? {} : { search: query.search }),
    });
    const reader = conversationsOf(this.documents, here.caller.tenantId);
    const { docs, paging } = await listed(
      reader,
      query,
      question,
      limits.conversationListDefault,
      (item) => item[orderBy],
    );
    return { conversations: await this.views.show(here, docs, query.includes), ...paging };
  }

  @Call('conversation.create', {
    route: 'POST',
    about: 'Open a conversation, with its participants if you like',
    body: CreateConversationDto,
    query: IncludesQueryDto,
    answers: { 201: ConversationDto },
    single: true,
  })
  async create(
    @Payload(CreateConversationDto) body: CreateConversationDto,
    @QueryPayload(IncludesQueryDto) { includes }: IncludesQueryDto,
    @Here() here: Exchange,
  ) {
    await this.writes.open(here, body);
    here.created(`/api/v1/conversations/${body.id}`);
    return this.views.one(here, body.id, includes);
  }

  @Call('conversation.by-ids', {
    route: 'POST by_ids',
    about: 'Read conversations by their ids, in the order asked',
    body: ConversationIdsDto,
    query: IncludesQueryDto,
    answers: { 200: ConversationListDto },
  })
  async byIds(
    @Payload(ConversationIdsDto) { ids }: ConversationIdsDto,
    @QueryPayload(IncludesQueryDto) { includes }: IncludesQueryDto,
    @Here() here: Exchange,
  ) {
    const once = [...new Set(ids)];
    const docs = await conversationsOf(this.documents, here.caller.tenantId).many(once);
    const conversations = await this.views.show(here, docs, includes);
    return { conversations, has_more: false, total_elements: docs.length, limit: once.length, offset: 0 };
  }

  @Call('conversation.read', {
    route: 'GET :conversation_id',
    about: 'Read a conversation',
    query: IncludesQueryDto,
    answers: { 200: ConversationDto },
    refuses: [404],
    single: true,
  })
  read(
    @Param('conversation_id') id: string,
    @QueryPayload(IncludesQueryDto) { includes }: IncludesQueryDto,
    @Here() here: Exchange,
  ) {
    return this.views.one(here, id, includes);
  }

  @Call('conversation.change', {
    route: 'PATCH :conversation_id',
    about: 'Change a conversation; conversation_data is replaced whole',
    body: PatchConversationDto,
    query: IncludesQueryDto,
    answers: { 200: ConversationDto },
    refuses: [404, 409],
    single: true,
  })
  async change(
    @Param('conversation_id') id: string,
    @Payload(PatchConversationDto) body: PatchConversationDto,
    @QueryPayload(IncludesQueryDto) { includes }: IncludesQueryDto,
    @Here() here: Exchange,
  ) {
    await this.writes.change(here, id, body);
    return this.views.one(here, id, includes);
  }

  @Call('conversation.replace', {
    route: 'PUT :conversation_id',
    about: 'Open or replace a conversation; participants that are not listed stay',
    body: ReplaceConversationDto,
    query: IncludesQueryDto,
    answers: { 200: ConversationDto, 201: ConversationDto },
    refuses: [409],
    single: true,
  })
  async replace(
    @Param('conversation_id') id: string,
    @Payload(ReplaceConversationDto) body: ReplaceConversationDto,
    @QueryPayload(IncludesQueryDto) { includes }: IncludesQueryDto,
    @Here() here: Exchange,
  ) {
    const created = await this.writes.replace(here, id, body);
    if (created) here.created(`/api/v1/conversations/${id}`);
    return this.views.one(here, id, includes);
  }

  @Call('conversation.delete', {
    route: 'DELETE :conversation_id',
    about: 'Archive a conversation; only retention removes one for good',
    answers: { 204: null },
    refuses: [404],
    single: true,
  })
  async remove(@Param('conversation_id') id: string, @Here() here: Exchange): Promise<void> {
    await this.writes.archive(here, id);
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

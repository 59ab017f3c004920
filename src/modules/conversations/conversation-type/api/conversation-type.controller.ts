import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { conversationTypesOf } from '../../../../../projections/conversation-type/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { BoundedAnswers, rowsBy } from '../../../../http/answer/bounded-answers.js';
import { listing } from '../../../../http/answer/paging.js';
import { matchPath } from '../../../../http/fields/match-path.js';
import { Payload, QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import type { Patch } from '../../../../kernel/patch.js';
import { reject } from '../../../../kernel/rejection.js';
import type { ResourceRecord, ResourceState } from '../../../../kernel/resource.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import type { ConversationType } from '../domain/conversation-type.resource.js';
import { ChangeTypeQueryDto } from './change-type-query.dto.js';
import {
  ConversationTypeDto,
  ConversationTypeListDto,
  ConversationTypeQueryDto,
  CreateConversationTypeDto,
  mergedInto,
  PatchConversationTypeDto,
  ReplaceConversationTypeDto,
  toValue,
} from './conversation-type.dto.js';
import { ConversationTypeViews } from './conversation-type.views.js';
import { ConversationTypeWrites } from './conversation-type.writes.js';
import { SchemaDryRunDto } from './schema-dry-run.dto.js';

type State = ResourceState<ConversationType>;

/** Bytes of a large row. */
const ROW_BYTES = 524_288;

@ApiTags('Conversation types')
@Controller('conversation-types')
export class ConversationTypeController {
  constructor(
    @Inject(ConversationTypeWrites) private readonly writes: ConversationTypeWrites,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
    @Inject(ConversationTypeViews) private readonly views: ConversationTypeViews,
  ) {}

  @Endpoint('conversation-type.list', {
    route: 'GET',
    summary: 'List conversation types',
    query: ConversationTypeQueryDto,
    responses: { 200: ConversationTypeListDto },
  })
  async list(@QueryPayload(ConversationTypeQueryDto) query: ConversationTypeQueryDto, @Ctx() ctx: RequestContext) {
    const order = { field: 'createdAt', descending: false };
    const reader = conversationTypesOf(this.documents, ctx.caller.tenantId);
    const page = await listing(reader, query, { order }, limits.listDefault, ({ createdAt }) => createdAt);
    return this.answers.page(
      ctx,
      'conversation_types',
      page,
      rowsBy(ROW_BYTES, (record: ResourceRecord<ConversationType>) => this.views.one(record)),
    );
  }

  @Endpoint('conversation-type.create', {
    route: 'POST',
    summary: 'Create a conversation type',
    body: CreateConversationTypeDto,
    responses: { 201: ConversationTypeDto },
    errors: ['errors.conversation_type.exists'],
    etag: true,
  })
  async create(@Payload(CreateConversationTypeDto) body: CreateConversationTypeDto, @Ctx() ctx: RequestContext) {
    const { state } = await this.writes.create(ctx, body.id, toValue<ConversationType>(body));
    ctx.created(`/api/v1/conversation-types/${body.id}`);
    return this.answer(ctx, state);
  }

  @Endpoint('conversation-type.read', {
    route: 'GET :conversation_type_id',
    summary: 'Read a conversation type',
    responses: { 200: ConversationTypeDto },
    errors: ['errors.conversation_type.not_found'],
    etag: true,
    asOf: true,
  })
  async read(@Param('conversation_type_id') id: string, @Ctx() ctx: RequestContext) {
    return this.shown(ctx, await this.existing(ctx, id));
  }

  @Endpoint('conversation-type.change', {
    route: 'PATCH :conversation_type_id',
    summary: 'Change a conversation type',
    body: PatchConversationTypeDto,
    query: ChangeTypeQueryDto,
    responses: { 200: [ConversationTypeDto, SchemaDryRunDto] },
    errors: [
      'errors.conversation_type.not_found',
      'errors.conversation_type.schema_breaks',
      'errors.conversation_type.check_unfinished',
    ],
    etag: true,
  })
  async change(
    @Param('conversation_type_id') id: string,
    @Payload(PatchConversationTypeDto) body: PatchConversationTypeDto,
    @QueryPayload(ChangeTypeQueryDto) { force, dry_run: isDry }: ChangeTypeQueryDto,
    @Ctx() ctx: RequestContext,
  ) {
    const wanted = toValue<Patch<ConversationType>>(body);
    const patchOf = (value: ConversationType) => (ctx.isMergePatch ? mergedInto(value, wanted) : wanted);
    if (isDry) return this.writes.dryChange(ctx, id, patchOf);
    const { state } = await this.writes.change(ctx, id, patchOf, force ?? false);
    return this.answer(ctx, state);
  }

  @Endpoint('conversation-type.replace', {
    route: 'PUT :conversation_type_id',
    summary: 'Create or replace a conversation type',
    body: ReplaceConversationTypeDto,
    query: ChangeTypeQueryDto,
    responses: { 200: [ConversationTypeDto, SchemaDryRunDto], 201: ConversationTypeDto },
    errors: ['errors.conversation_type.schema_breaks', 'errors.conversation_type.check_unfinished'],
    etag: true,
  })
  async replace(
    @Param('conversation_type_id') id: string,
    @Payload(ReplaceConversationTypeDto) body: ReplaceConversationTypeDto,
    @QueryPayload(ChangeTypeQueryDto) { force, dry_run: isDry }: ChangeTypeQueryDto,
    @Ctx() ctx: RequestContext,
  ) {
    matchPath('conversation_type_id', id, body.id);
    const wanted = toValue<ConversationType>(body);
    if (isDry) return this.writes.dryReplace(ctx, id, wanted);
    const { state, events } = await this.writes.replace(ctx, id, wanted, force ?? false);
    if (events.some(({ type }) => type === 'ConversationTypeCreated')) {
      ctx.created(`/api/v1/conversation-types/${id}`);
    }
    return this.answer(ctx, state);
  }

  @Endpoint('conversation-type.delete', {
    route: 'DELETE :conversation_type_id',
    summary: 'Delete an unused conversation type',
    description: 'A conversation type with conversations or workflows cannot be deleted.',
    responses: { 204: null },
    errors: ['errors.conversation_type.not_found', 'errors.conversation_type.in_use'],
    etag: true,
  })
  async remove(@Param('conversation_type_id') id: string, @Ctx() ctx: RequestContext): Promise<void> {
    await this.existing(ctx, id);
    await this.writes.remove(ctx, id);
  }

  private async existing({ caller }: RequestContext, id: string): Promise<ResourceRecord<ConversationType>> {
    const record = await conversationTypesOf(this.documents, caller.tenantId).get(id);
    return record ?? reject('errors.conversation_type.not_found');
  }

  private shown(ctx: RequestContext, record: ResourceRecord<ConversationType>): ConversationTypeDto {
    ctx.revision = record.revision;
    return this.views.one(record);
  }

  private answer(ctx: RequestContext, { record }: State): ConversationTypeDto {
    return record ? this.shown(ctx, record) : reject('errors.conversation_type.not_found');
  }
}

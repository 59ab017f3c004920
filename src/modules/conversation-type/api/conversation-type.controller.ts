import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { conversationTypesOf } from '../../../../projections/conversation-type/reads.js';
import { Call } from '../../../http/openapi/endpoint.js';
import { type Exchange, Here } from '../../../http/pipeline/request-context.js';
import { matchPath } from '../../../http/fields/match-path.js';
import { listed } from '../../../http/pipeline/paging.js';
import { Payload, QueryPayload } from '../../../http/fields/payload.js';
import { Writes } from '../../../http/pipeline/commands.js';
import { limits } from '../../../catalogue/limits/limits.js';
import { reject } from '../../../kernel/rejection.js';
import type { Kept, Patch, ResourceState } from '../../../kernel/resource.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../ports/document-store.js';
import { ConversationTypeChecks } from '../application/conversation-type.checks.js';
import {
  ChangeTypeQueryDto,
  ConversationTypeDto,
  ConversationTypeListDto,
  ConversationTypeQueryDto,
  CreateConversationTypeDto,
  PatchConversationTypeDto,
  ReplaceConversationTypeDto,
  toConversationTypeDto,
  toValue,
} from './conversation-type.dto.js';
import { type ConversationType, conversationType } from '../domain/conversation-type.resource.js';

type State = ResourceState<ConversationType>;

@ApiTags('Conversation types')
@Controller('conversation-types')
export class ConversationTypeController {
  constructor(
    @Inject(Writes) private readonly writes: Writes,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(ConversationTypeChecks) private readonly checks: ConversationTypeChecks,
  ) {}

  @Call('conversation-type.list', {
    route: 'GET',
    about: 'List conversation types',
    query: ConversationTypeQueryDto,
    answers: { 200: ConversationTypeListDto },
  })
  async list(@QueryPayload(ConversationTypeQueryDto) query: ConversationTypeQueryDto, @Here() here: Exchange) {
    const order = { field: 'createdAt', descending: false };
    const reader = conversationTypesOf(this.documents, here.caller.tenantId);
    const { docs, paging } = await listed(reader, query, { order }, limits.listDefault, ({ createdAt }) => createdAt);
    return { conversation_types: docs.map(toConversationTypeDto), ...paging };
  }

  @Call('conversation-type.create', {
    route: 'POST',
    about: 'Create a conversation type',
    body: CreateConversationTypeDto,
    answers: { 201: ConversationTypeDto },
    single: true,
  })
  async create(@Payload(CreateConversationTypeDto) body: CreateConversationTypeDto, @Here() here: Exchange) {
    const value = await this.checks.checked(here.caller.tenantId, toValue<ConversationType>(body));
    const { state } = await this.writes.done<State>(here, new conversationType.Create(body.id, { value }, here.meta()));
    here.created(`/api/v1/conversation-types/${body.id}`);
    return answer(here, state);
  }

  @Call('conversation-type.read', {
    route: 'GET :conversation_type_id',
    about: 'Read a conversation type',
    answers: { 200: ConversationTypeDto },
    refuses: [404],
    single: true,
  })
  async read(@Param('conversation_type_id') id: string, @Here() here: Exchange) {
    return shown(here, await this.existing(here, id));
  }

  @Call('conversation-type.change', {
    route: 'PATCH :conversation_type_id',
    about: 'Change a conversation type',
    body: PatchConversationTypeDto,
    query: ChangeTypeQueryDto,
    answers: { 200: ConversationTypeDto },
    refuses: [404, 409],
    single: true,
  })
  async change(
    @Param('conversation_type_id') id: string,
    @Payload(PatchConversationTypeDto) body: PatchConversationTypeDto,
    @QueryPayload(ChangeTypeQueryDto) { force }: ChangeTypeQueryDto,
    @Here() here: Exchange,
  ) {
    const before = await this.existing(here, id);
    const wanted = toValue<Patch<ConversationType>>(body);
    const patch = await this.checks.checkedPatch(before, wanted, force ?? false);
    const command = new conversationType.Change(id, { patch, ifMatch: here.ifMatch }, here.meta());
    return answer(here, (await this.writes.done<State>(here, command)).state);
  }

  @Call('conversation-type.replace', {
    route: 'PUT :conversation_type_id',
    about: 'Create or replace a conversation type',
    body: ReplaceConversationTypeDto,
    query: ChangeTypeQueryDto,
    answers: { 200: ConversationTypeDto, 201: ConversationTypeDto },
    refuses: [409],
    single: true,
  })
  async replace(
    @Param('conversation_type_id') id: string,
    @Payload(ReplaceConversationTypeDto) body: ReplaceConversationTypeDto,
    @QueryPayload(ChangeTypeQueryDto) { force }: ChangeTypeQueryDto,
    @Here() here: Exchange,
  ) {
    matchPath('conversation_type_id', id, body.id);
    const { tenantId } = here.caller;
    const before = await conversationTypesOf(this.documents, tenantId).get(id);
    const wanted = toValue<ConversationType>(body);
    const value = await this.checks.checkedReplacement(tenantId, before, wanted, force ?? false);
    const command = new conversationType.Replace(id, { value, ifMatch: here.ifMatch }, here.meta());
    const { state, events } = await this.writes.done<State>(here, command);
    if (events.some(({ type }) => type === 'ConversationTypeCreated')) {
      here.created(`/api/v1/conversation-types/${id}`);
    }
    return answer(here, state);
  }

  @Call('conversation-type.delete', {
    route: 'DELETE :conversation_type_id',
    about: 'Delete a conversation type that no conversation has',
    answers: { 204: null },
    refuses: [404, 409],
    single: true,
  })
  async remove(@Param('conversation_type_id') id: string, @Here() here: Exchange): Promise<void> {
    await this.existing(here, id);
    await this.checks.unused(here.caller.tenantId, id);
    await this.writes.done(here, new conversationType.Remove(id, { ifMatch: here.ifMatch }, here.meta()));
  }

  private async existing({ caller }: Exchange, id: string): Promise<Kept<ConversationType>> {
    const kept = await conversationTypesOf(this.documents, caller.tenantId).get(id);
    return kept ?? reject('errors.conversation_type.not_found');
  }
}

function shown(here: Exchange, kept: Kept<ConversationType>): ConversationTypeDto {
  here.revision = kept.revision;
  return toConversationTypeDto(kept);
}

const answer = (here: Exchange, { kept }: State): ConversationTypeDto =>
  kept ? shown(here, kept) : reject('errors.conversation_type.not_found');

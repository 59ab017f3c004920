import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { inConversation, rosterOf } from '../../../../projections/participant-roster/reads.js';
import { Call } from '../../../http/openapi/endpoint.js';
import { type Exchange, Here } from '../../../http/pipeline/request-context.js';
import { matchPath } from '../../../http/fields/match-path.js';
import { listed } from '../../../http/pipeline/paging.js';
import { Payload, QueryPayload } from '../../../http/fields/payload.js';
import { Writes } from '../../../http/pipeline/commands.js';
import { limits } from '../../../catalogue/limits/limits.js';
import { rejectAt } from '../../../kernel/rejection.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../ports/document-store.js';
import { ConversationAccess } from '../../conversation/application/conversation.reader.js';
import { MessageAccess } from '../../message/application/message.reader.js';
import { AddParticipant, ChangeParticipant, RemoveParticipant, ReplaceParticipant } from '../domain/participant.commands.js';
import {
  CreateParticipantDto,
  ParticipantDto,
  ParticipantListDto,
  ParticipantQueryDto,
  PatchParticipantDto,
  ReplaceParticipantDto,
  toPatch,
} from './participant.dto.js';
import { ParticipantJoining } from './membership.service.js';
import { ParticipantViews } from './participant.views.js';

const location = (conversationId: string, id: string) => `/api/v1/conversations/${conversationId}/participants/${id}`;

@ApiTags('Participants')
@Controller('conversations/:conversation_id/participants')
export class ParticipantController {
  constructor(
    @Inject(Writes) private readonly writes: Writes,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(ConversationAccess) private readonly conversations: ConversationAccess,
    @Inject(MessageAccess) private readonly messages: MessageAccess,
    @Inject(ParticipantJoining) private readonly joining: ParticipantJoining,
    @Inject(ParticipantViews) private readonly views: ParticipantViews,
  ) {}

  @Call('participant.list', {
    route: 'GET',
    about: 'List the participants of a conversation',
    query: ParticipantQueryDto,
    answers: { 200: ParticipantListDto },
    refuses: [404],
  })
  async list(
    @Param('conversation_id') conversationId: string,
    @QueryPayload(ParticipantQueryDto) query: ParticipantQueryDto,
    @Here() here: Exchange,
  ) {
    const { tenantId } = here.caller;
    const item = await this.views.conversation(here.caller, conversationId);
    const question = inConversation(conversationId);
    const roster = rosterOf(this.documents, tenantId);
    const { docs, paging } = await listed(roster, query, question, limits.listDefault, ({ joined }) => joined);
    return { participants: await this.views.show(tenantId, item, docs), ...paging };
  }

  @Call('participant.create', {
    route: 'POST',
    about: 'Add a participant',
    body: CreateParticipantDto,
    answers: { 201: ParticipantDto },
    refuses: [404],
    single: true,
  })
  async create(
    @Param('conversation_id') conversationId: string,
    @Payload(CreateParticipantDto) body: CreateParticipantDto,
    @Here() here: Exchange,
  ) {
    const meta = here.meta();
    const wanted = await this.wanted(here, conversationId, body);
    await this.writes.done(here, new AddParticipant(conversationId, wanted, meta));
    here.created(location(conversationId, wanted.joining.id));
    return this.views.one(here, conversationId, wanted.joining.id);
  }

  @Call('participant.read', {
    route: 'GET :participant_id',
    about: 'Read a participant; a client only themself',
    answers: { 200: ParticipantDto },
    refuses: [404],
    single: true,
  })
  read(@Param('conversation_id') conversationId: string, @Param('participant_id') id: string, @Here() here: Exchange) {
    return this.views.one(here, conversationId, id);
  }

  @Call('participant.replace', {
    route: 'PUT :participant_id',
    about: 'Add or replace a participant',
    body: ReplaceParticipantDto,
    answers: { 200: ParticipantDto, 201: ParticipantDto },
    refuses: [404, 409],
    single: true,
  })
  async replace(
    @Param('conversation_id') conversationId: string,
    @Param('participant_id') id: string,
    @Payload(ReplaceParticipantDto) body: ReplaceParticipantDto,
    @Here() here: Exchange,
  ) {
    matchPath('participant_id', id, body.id);
    const wanted = await this.wanted(here, conversationId, { ...body, id });
    const command = new ReplaceParticipant(conversationId, { ...wanted, ifMatch: here.ifMatch }, here.meta());
    const { events } = await this.writes.done(here, command);
    if (events.some(({ type }) => type === 'ParticipantJoined')) here.created(location(conversationId, id));
    return this.views.one(here, conversationId, id);
  }

  @Call('participant.change', {
    route: 'PATCH :participant_id',
    about: 'Change a participant',
    body: PatchParticipantDto,
    answers: { 200: ParticipantDto },
    refuses: [404, 409],
    single: true,
  })
  async change(
    @Param('conversation_id') conversationId: string,
    @Param('participant_id') id: string,
    @Payload(PatchParticipantDto) body: PatchParticipantDto,
    @Here() here: Exchange,
  ) {
    await this.conversations.open(here.caller, conversationId);
    if (body.id !== undefined && body.id !== id) rejectAt('id', 'errors.field.mismatch');
    const wish = { id, patch: toPatch(body), ifMatch: here.ifMatch };
    await this.writes.done(here, new ChangeParticipant(conversationId, wish, here.meta()));
    return this.views.one(here, conversationId, id);
  }

  @Call('participant.delete', {
    route: 'DELETE :participant_id',
    about: 'Remove a participant; their messages stay, a client’s access ends',
    answers: { 204: null },
    refuses: [404, 409],
    single: true,
  })
  async remove(
    @Param('conversation_id') conversationId: string,
    @Param('participant_id') id: string,
    @Here() here: Exchange,
  ): Promise<void> {
    await this.conversations.open(here.caller, conversationId);
    const wish = { id, ifMatch: here.ifMatch };
    await this.writes.done(here, new RemoveParticipant(conversationId, wish, here.meta()));
  }

  /** Who joins begins at the last message of this moment. */
  private async wanted(here: Exchange, conversationId: string, body: CreateParticipantDto) {
    const { conversationTypeId } = await this.conversations.open(here.caller, conversationId);
    const { lastSequence } = await this.messages.end(here.caller.tenantId, conversationId);
    const joining = await this.joining.toJoiningOne(here, body, lastSequence);
    const sharing = await this.joining.sharingFor(here, conversationTypeId, lastSequence);
    return { joining, ...(sharing ? { sharing } : {}) };
  }
}

import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { inConversation, rosterOf } from '../../../../../projections/participant-roster/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { SocketProgress } from '../../../../engine/read-models/socket-progress.js';
import { BoundedAnswers, rowsBy } from '../../../../http/answer/bounded-answers.js';
import { listing } from '../../../../http/answer/paging.js';
import { matchPath } from '../../../../http/fields/match-path.js';
import { Payload, QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Commands } from '../../../../http/request/commands.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { may } from '../../../../kernel/access.js';
import type { CommandMeta } from '../../../../kernel/command.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { ConversationReader } from '../../conversation/application/conversation.reader.js';
import { MessageGates } from '../../conversation/application/message-gates.service.js';
import {
  AddParticipant,
  ChangeParticipant,
  ReplaceParticipant,
} from '../../conversation/domain/membership.commands.js';
import { EraseQueryDto } from '../../erasure/api/erasure.dto.js';
import { ErasureRequests } from '../../erasure/application/erasure-requests.service.js';
import { MessageReader } from '../../message/application/message.reader.js';
import { MembershipService } from './membership.service.js';
import {
  CreateParticipantDto,
  ErasedParticipantDto,
  ParticipantDto,
  ParticipantListDto,
  ParticipantQueryDto,
  PatchParticipantDto,
  ReplaceParticipantDto,
  toPatch,
} from './participant.dto.js';
import { ParticipantViews } from './participant.views.js';

const location = (conversationId: string, id: string) => `/api/v1/conversations/${conversationId}/participants/${id}`;

/** Bytes of a large row. */
const ROW_BYTES = 2_048;

@ApiTags('Participants')
@Controller('conversations/:conversation_id/participants')
export class ParticipantController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
    @Inject(ConversationReader) private readonly conversations: ConversationReader,
    @Inject(MessageReader) private readonly messages: MessageReader,
    @Inject(MembershipService) private readonly newMember: MembershipService,
    @Inject(ParticipantViews) private readonly views: ParticipantViews,
    @Inject(MessageGates) private readonly gates: MessageGates,
    @Inject(SocketProgress) private readonly sockets: SocketProgress,
    @Inject(ErasureRequests) private readonly erasures: ErasureRequests,
  ) {}

  @Endpoint('participant.list', {
    route: 'GET',
    summary: 'List the participants of a conversation',
    query: ParticipantQueryDto,
    responses: { 200: ParticipantListDto },
    errors: ['errors.conversation.not_found'],
    asOf: true,
  })
  async list(
    @Param('conversation_id') conversationId: string,
    @QueryPayload(ParticipantQueryDto) query: ParticipantQueryDto,
    @Ctx() ctx: RequestContext,
  ) {
    const { tenantId } = ctx.caller;
    const item = await this.views.conversation(ctx.caller, conversationId);
    const question = inConversation(conversationId);
    const roster = rosterOf(this.documents, tenantId);
    const page = await listing(roster, query, question, limits.listDefault, ({ joined }) => joined);
    const rows = rowsBy(ROW_BYTES, await this.views.showing(tenantId, item));
    return this.answers.page(ctx, 'participants', page, rows);
  }

  @Endpoint('participant.create', {
    route: 'POST',
    summary: 'Add a participant',
    body: CreateParticipantDto,
    responses: { 201: ParticipantDto, 200: ErasedParticipantDto },
    errors: ['errors.conversation.not_found', 'errors.participant.exists'],
    etag: true,
  })
  async create(
    @Param('conversation_id') conversationId: string,
    @Payload(CreateParticipantDto) body: CreateParticipantDto,
    @Ctx() ctx: RequestContext,
  ) {
    const meta = ctx.meta();
    const wanted = await this.wanted(ctx, conversationId, body);
    await this.commands.sendAndWait(ctx, new AddParticipant(conversationId, wanted, meta));
    const shown = await this.views.one(ctx, conversationId, wanted.newMember.id);
    if (!('erased' in shown)) ctx.created(location(conversationId, wanted.newMember.id));
    return shown;
  }

  @Endpoint('participant.read', {
    route: 'GET :participant_id',
    summary: 'Read a participant',
    description:
      'A client participant can read only itself. An erased participant is shown without name and addresses.',
    responses: { 200: [ParticipantDto, ErasedParticipantDto] },
    errors: ['errors.conversation.not_found', 'errors.participant.not_found'],
    etag: true,
    asOf: true,
  })
  read(
    @Param('conversation_id') conversationId: string,
    @Param('participant_id') id: string,
    @Ctx() ctx: RequestContext,
  ) {
    return this.views.one(ctx, conversationId, id);
  }

  @Endpoint('participant.replace', {
    route: 'PUT :participant_id',
    summary: 'Add or replace a participant',
    body: ReplaceParticipantDto,
    responses: { 200: ParticipantDto, 201: ParticipantDto },
    errors: ['errors.conversation.not_found', 'errors.participant.exists'],
    etag: true,
  })
  async replace(
    @Param('conversation_id') conversationId: string,
    @Param('participant_id') id: string,
    @Payload(ReplaceParticipantDto) body: ReplaceParticipantDto,
    @Ctx() ctx: RequestContext,
  ) {
    matchPath('participant_id', id, body.id);
    const wanted = await this.wanted(ctx, conversationId, { ...body, id });
    const command = new ReplaceParticipant(conversationId, { ...wanted, ifMatch: ctx.ifMatch }, ctx.meta());
    const { events } = await this.commands.sendAndWait(ctx, command);
    if (events.some(({ type }) => type === 'ParticipantJoined')) ctx.created(location(conversationId, id));
    return this.views.one(ctx, conversationId, id);
  }

  @Endpoint('participant.change', {
    route: 'PATCH :participant_id',
    summary: 'Change a participant',
    body: PatchParticipantDto,
    responses: { 200: ParticipantDto },
    errors: ['errors.conversation.not_found', 'errors.participant.not_found', 'errors.participant.kept_by_service'],
    etag: true,
  })
  async change(
    @Param('conversation_id') conversationId: string,
    @Param('participant_id') id: string,
    @Payload(PatchParticipantDto) body: PatchParticipantDto,
    @Ctx() ctx: RequestContext,
  ) {
    await this.conversations.open(ctx.caller, conversationId);
    if (body.id !== undefined && body.id !== id) rejectAt('id', 'errors.field.mismatch');
    const wish = { id, patch: toPatch(body), ifMatch: ctx.ifMatch };
    await this.commands.sendAndWait(ctx, new ChangeParticipant(conversationId, wish, ctx.meta()));
    return this.views.one(ctx, conversationId, id);
  }

  @Endpoint('participant.delete', {
    route: 'DELETE :participant_id',
    summary: 'Remove a participant',
    description:
      'The messages of the participant stay. The access of a client ends immediately. With `erase=true`, the name, addresses and message content are erased too, even if the participant was removed before. `Tidings-Erasure` is the id of the erasure.',
    query: EraseQueryDto,
    responses: { 204: null },
    errors: [
      'errors.conversation.not_found',
      'errors.conversation.legal_hold',
      'errors.participant.not_found',
      'errors.participant.kept_by_service',
    ],
    etag: true,
    erases: true,
  })
  async remove(
    @Param('conversation_id') conversationId: string,
    @Param('participant_id') id: string,
    @QueryPayload(EraseQueryDto) { erase }: EraseQueryDto,
    @Ctx() ctx: RequestContext,
  ): Promise<void> {
    await this.conversations.open(ctx.caller, conversationId);
    const meta = ctx.meta();
    const position = erase
      ? await this.erase(ctx, conversationId, id, meta)
      : (await this.gates.removeParticipant(conversationId, id, { ifMatch: ctx.ifMatch }, meta)).position;
    ctx.reached(position);
    await Promise.all([this.commands.settle(ctx), this.sockets.passed(position)]);
  }

  private async erase(ctx: RequestContext, conversationId: string, participantId: string, meta: CommandMeta) {
    if (!may(ctx.caller, 'participant.erase')) reject('errors.forbidden');
    const { id, position } = await this.erasures.participant(conversationId, participantId, ctx.ifMatch, meta);
    ctx.headers['Tidings-Erasure'] = id;
    return position;
  }

  /** A new participant has seen the messages up to the last one of this moment. */
  private async wanted(ctx: RequestContext, conversationId: string, body: CreateParticipantDto) {
    const open = await this.conversations.open(ctx.caller, conversationId);
    const { lastSequence } = await this.messages.end(ctx.caller.tenantId, conversationId);
    const newMember = await this.newMember.toNewMember(ctx, body, lastSequence, open);
    const sharing = await this.newMember.sharingFor(ctx, open.conversationTypeId, lastSequence);
    return { newMember, sharing };
  }
}

import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CONFIG, type Config } from '../../../../config/config.js';
import { Payload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reachesParticipant } from '../../../../kernel/access.js';
import type { Caller } from '../../../../kernel/caller.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import { CLIENT_AUTH_KEYS, type ClientAuthKeys } from '../../../../ports/identity/client-auth-keys.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { clientFrontendUrl } from '../../../tenants/tenant/application/frontend.js';
import { frontendOf } from '../../../tenants/tenant/application/frontend-of.js';
import {
  ConversationReader,
  type Member,
  type Open,
  readerOf,
} from '../../conversation/application/conversation.reader.js';
import { PresenceService } from '../application/presence.service.js';
import { ActivityDto, ClientUrlDto } from './participant-activity.dto.js';
import { Seen } from './seen.service.js';

@ApiTags('Participants')
@Controller('conversations/:conversation_id/participants/:participant_id')
export class ParticipantActivityController {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(ConversationReader) private readonly conversations: ConversationReader,
    @Inject(Seen) private readonly seen: Seen,
    @Inject(PresenceService) private readonly presence: PresenceService,
    @Inject(CLIENT_AUTH_KEYS) private readonly keys: ClientAuthKeys,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint('participant.activity', {
    route: 'POST activity',
    summary: 'Report an activity of a participant',
    body: ActivityDto,
    responses: { 204: null },
    errors: ['errors.conversation.not_found', 'errors.participant.not_found'],
  })
  async activity(
    @Param('conversation_id') conversationId: string,
    @Param('participant_id') participantId: string,
    @Payload(ActivityDto) body: ActivityDto,
    @Ctx() ctx: RequestContext,
  ): Promise<void> {
    const open = await this.conversations.open(ctx.caller, conversationId);
    const member = reachable(open, ctx.caller, participantId);
    const { activity, last_message_sequence_seen: sequence, source_id: sourceId } = body;
    if (activity === 'MESSAGE_SEEN') {
      if (sourceId !== undefined) rejectAt('source_id', 'errors.field.refused');
      if (sequence === undefined) return rejectAt('last_message_sequence_seen', 'errors.field.required');
      return this.seen.byParticipant(ctx, conversationId, readerOf(open, member), sequence);
    }
    if (sequence !== undefined) rejectAt('last_message_sequence_seen', 'errors.field.refused');
    if (activity === 'IS_TYPING' && sourceId === undefined) rejectAt('source_id', 'errors.field.required');
    await this.presence.note({
      tenantId: ctx.caller.tenantId,
      conversationId,
      participantId,
      kind: activity === 'IS_TYPING' ? 'typing' : 'open',
      at: ctx.at,
      ...(sourceId === undefined ? {} : { sourceId }),
    });
  }

  @Endpoint('participant.client-url', {
    route: 'GET client-url',
    summary: 'Create a client URL that signs in a client',
    description: 'Earlier URLs of the client stay valid.',
    responses: { 200: ClientUrlDto },
    errors: ['errors.conversation.not_found', 'errors.participant.not_found', 'errors.participant.not_a_client'],
  })
  async clientUrl(
    @Param('conversation_id') conversationId: string,
    @Param('participant_id') participantId: string,
    @Ctx() ctx: RequestContext,
  ): Promise<ClientUrlDto> {
    const { caller } = ctx;
    const open = await this.conversations.open(caller, conversationId);
    if (reachable(open, caller, participantId).kind !== 'CLIENT') reject('errors.participant.not_a_client');
    const frontend = (await frontendOf(this.documents, caller.tenantId)) ?? reject('errors.tenant.not_found');
    const key = await this.keys.issue(caller.tenantId, conversationId, participantId);
    ctx.headers['Cache-Control'] = 'no-store';
    return { url: `${clientFrontendUrl(this.config.publicUrl, frontend)}#auth_key=${key}` };
  }
}

/** @throws Rejection 404, also if a client names another participant */
function reachable({ members }: Open, caller: Caller, participantId: string): Member {
  const member = reachesParticipant(caller, participantId) ? members.get(participantId) : undefined;
  return member ?? reject('errors.participant.not_found');
}

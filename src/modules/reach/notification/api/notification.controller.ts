import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Payload, QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Commands } from '../../../../http/request/commands.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { type FieldError, Rejection } from '../../../../kernel/rejection.js';
import { ConversationReader, type Open } from '../../../conversations/conversation/application/conversation.reader.js';
import { Notifier } from '../application/notifier.service.js';
import { NotificationListDto, NotificationQueryDto, NotifiedDto, NotifyParticipantsDto } from './notification.dto.js';
import { NotificationViews, toNotificationDto } from './notification.views.js';

@ApiTags('Notifications')
@Controller('conversations/:conversation_id')
export class NotificationController {
  constructor(
    @Inject(ConversationReader) private readonly conversations: ConversationReader,
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Notifier) private readonly notifier: Notifier,
    @Inject(NotificationViews) private readonly views: NotificationViews,
  ) {}

  @Endpoint('participant.notify', {
    route: 'POST participants/notify',
    summary: 'Notify participants by SMS and e-mail',
    description: 'The response lists the decisions. The list of notifications shows the results.',
    body: NotifyParticipantsDto,
    responses: { 202: NotifiedDto },
    errors: ['errors.conversation.not_found'],
  })
  async notify(
    @Param('conversation_id') conversationId: string,
    @Payload(NotifyParticipantsDto) body: NotifyParticipantsDto,
    @Ctx() ctx: RequestContext,
  ): Promise<NotifiedDto> {
    const { tenantId } = ctx.caller;
    const cause = `call:${ctx.nextId()}`;
    known(body, await this.conversations.open(ctx.caller, conversationId));
    const { participant_ids: participantIds, channels } = body;
    const { planned, position } = await this.notifier.notify({
      tenantId,
      conversationId,
      cause,
      ...(participantIds === undefined ? {} : { participantIds }),
      ...(channels === undefined ? {} : { channels }),
      meta: ctx.meta(),
    });
    ctx.reached(position);
    await this.commands.settle(ctx);
    ctx.headers.Location = `/api/v1/conversations/${conversationId}/notifications`;
    return { notifications: planned.map(toNotificationDto) };
  }

  @Endpoint('notification.list', {
    route: 'GET notifications',
    summary: 'List the notifications of a conversation, newest first',
    query: NotificationQueryDto,
    responses: { 200: NotificationListDto },
    errors: ['errors.conversation.not_found'],
  })
  async list(
    @Param('conversation_id') conversationId: string,
    @QueryPayload(NotificationQueryDto) query: NotificationQueryDto,
    @Ctx() ctx: RequestContext,
  ) {
    await this.conversations.mayRead(ctx.caller, conversationId);
    return this.views.ofConversation(ctx, conversationId, query);
  }
}

/** @throws Rejection 400 with the path of each id that is not a participant */
function known({ participant_ids = [] }: NotifyParticipantsDto, { members }: Open): void {
  const found: FieldError[] = participant_ids.flatMap((id, n) =>
    members.has(id) ? [] : [{ path: `participant_ids.${n}`, code: 'errors.field.reference' as const }],
  );
  if (found.length > 0) throw new Rejection('errors.validation.failed', found);
}

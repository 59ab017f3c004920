import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Call } from '../../../http/openapi/endpoint.js';
import { type Exchange, Here } from '../../../http/pipeline/request-context.js';
import { Payload, QueryPayload } from '../../../http/fields/payload.js';
import { type Fault, Rejection } from '../../../kernel/rejection.js';
import { ConversationAccess, type Open } from '../../conversation/application/conversation.reader.js';
import { NotificationListDto, NotificationQueryDto, NotifiedDto, NotifyParticipantsDto } from './notification.dto.js';
import { NotificationViews } from './notification.views.js';
import { Notifier } from '../application/notifier.service.js';

@ApiTags('Notifications')
@Controller('conversations/:conversation_id')
export class NotificationController {
  constructor(
    @Inject(ConversationAccess) private readonly conversations: ConversationAccess,
    @Inject(Notifier) private readonly notifier: Notifier,
    @Inject(NotificationViews) private readonly views: NotificationViews,
  ) {}

  @Call('participant.notify', {
    route: 'POST participants/notify',
    about: 'Notify participants by SMS and e-mail; what came of it is read from the notifications',
    body: NotifyParticipantsDto,
    answers: { 202: NotifiedDto },
    refuses: [404],
  })
  async notify(
    @Param('conversation_id') conversationId: string,
    @Payload(NotifyParticipantsDto) body: NotifyParticipantsDto,
    @Here() here: Exchange,
  ): Promise<NotifiedDto> {
    const { tenantId } = here.caller;
    const cause = `call:${here.nextId()}`;
    known(body, await this.conversations.open(here.caller, conversationId));
    const { participant_ids: participantIds, channels } = body;
    const notifications = await this.notifier.notify({
      tenantId,
      conversationId,
      cause,
      ...(participantIds === undefined ? {} : { participantIds }),
      ...(channels === undefined ? {} : { channels }),
      meta: { correlationId: here.requestId },
    });
    here.headers.Location = `/api/v1/conversations/${conversationId}/notifications`;
    return { notifications: [...notifications] };
  }

  @Call('notification.list', {
    route: 'GET notifications',
    about: 'List who was notified, who was not and why, newest first',
    query: NotificationQueryDto,
    answers: { 200: NotificationListDto },
    refuses: [404],
  })
  async list(
    @Param('conversation_id') conversationId: string,
    @QueryPayload(NotificationQueryDto) query: NotificationQueryDto,
    @Here() here: Exchange,
  ) {
    await this.conversations.open(here.caller, conversationId);
    return this.views.list(here.caller.tenantId, conversationId, query);
  }
}

/** @throws Rejection 400 that names whoever takes no part */
function known({ participant_ids = [] }: NotifyParticipantsDto, { members }: Open): void {
  const found: Fault[] = participant_ids.flatMap((id, n) =>
    members.has(id) ? [] : [{ path: `participant_ids.${n}`, code: 'errors.field.reference' as const }],
  );
  if (found.length > 0) throw new Rejection('errors.validation.failed', found);
}

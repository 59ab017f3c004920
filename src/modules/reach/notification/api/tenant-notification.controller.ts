import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Commands } from '../../../../http/request/commands.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { Resending } from '../application/resending.service.js';
import { NotificationDto, NotificationListDto, TenantNotificationQueryDto } from './notification.dto.js';
import { NotificationViews, toNotificationDto } from './notification.views.js';

@ApiTags('Notifications')
@Controller('notifications')
export class TenantNotificationController {
  constructor(
    @Inject(NotificationViews) private readonly views: NotificationViews,
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Resending) private readonly resending: Resending,
  ) {}

  @Endpoint('notification.list-all', {
    route: 'GET',
    summary: 'List the notifications of the tenant of the last 90 days, newest first',
    query: TenantNotificationQueryDto,
    responses: { 200: NotificationListDto },
  })
  list(@QueryPayload(TenantNotificationQueryDto) query: TenantNotificationQueryDto, @Ctx() ctx: RequestContext) {
    return this.views.ofTenant(ctx, query);
  }

  @Endpoint('notification.resend', {
    route: 'POST :notification_id/resend',
    summary: 'Send a notification with status FAILED or UNKNOWN again',
    description:
      'The response is a new notification. Its text is rendered again; parameters of the kind ERROR render the reason of the failure. A repeated call returns the same notification and sends nothing.',
    responses: { 202: NotificationDto },
    errors: ['errors.notification.not_found', 'errors.notification.not_failed', 'errors.conversation.not_found'],
  })
  async resend(@Param('notification_id') id: string, @Ctx() ctx: RequestContext): Promise<NotificationDto> {
    const { effect, position } = await this.resending.resend(id, ctx.meta());
    ctx.reached(position);
    await this.commands.settle(ctx);
    ctx.headers.Location = `/api/v1/conversations/${effect.about.conversationId}/notifications`;
    return toNotificationDto(effect);
  }
}

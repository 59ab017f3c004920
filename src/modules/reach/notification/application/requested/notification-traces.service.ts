import { Inject, Injectable } from '@nestjs/common';
import { Outbox } from '../../../../../engine/effects/outbox.js';
import type { Traced, TracedNotification, TraceSource } from '../../../../../engine/log/tracing/trace-source.js';
import type { Recorded } from '../../../../../kernel/event.js';
import type { About } from '../../domain/notification.effect.js';
import type { NotificationsRequested } from '../../domain/notification-request.events.js';
import { placed } from './decisions.service.js';
import { NotificationFinder } from './notification-finder.service.js';
import { NOTIFICATION_STATUS_OF } from './notification-status.js';

/** Notifications by the event that requests them, and back. Each is one read by key. */
@Injectable()
export class NotificationTraces implements TraceSource {
  constructor(
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(NotificationFinder) private readonly finder: NotificationFinder,
  ) {}

  async of(event: Recorded): Promise<Traced> {
    if (event.type !== 'NotificationsRequested') return {};
    const { data, meta } = event as Recorded<NotificationsRequested>;
    const { conversationId, notifications, earlier } = data;
    const all = placed(
      conversationId,
      notifications.map((each) => ({ ...each, eventId: meta.id })),
      earlier,
    );
    const shown = all.map(async ({ id, channel, effectId }): Promise<TracedNotification> => {
      const effect = await this.outbox.find<About>(meta.tenantId, effectId);
      return { id, channel, ...(effect && { status: NOTIFICATION_STATUS_OF[effect.status] }) };
    });
    return { notifications: await Promise.all(shown) };
  }

  /** One of an earlier version is found by its run. */
  async eventOf(tenantId: string, id: string): Promise<string | undefined> {
    const about = (await this.finder.find(tenantId, id))?.about;
    return about?.eventId ?? about?.runId;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import { type Effect, type EffectStatus, effectFacet, Outbox } from '../../../../engine/effects/outbox.js';
import { BoundedAnswers, rowsBy } from '../../../../http/answer/bounded-answers.js';
import { listingOf } from '../../../../http/answer/listed-entries.js';
import { listing } from '../../../../http/answer/paging.js';
import type { PageQueryDto } from '../../../../http/fields/paging.dto.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import { instant } from '../../../../kernel/instant.js';
import type { Entry } from '../../../../ports/stores/operational-store.js';
import { NOTIFICATION_STATUS_OF } from '../application/requested/notification-status.js';
import { type About, CHANNELS, type Channel, inConversation } from '../domain/notification.effect.js';
import { groupReader } from './group-reader.js';
import type { NotificationDto, TenantNotificationQueryDto } from './notification.dto.js';

export function toNotificationDto({ about, channel, status, reason, plannedAt, changedAt }: Effect<About>) {
  const { id, conversationId, participantId, templateName, language, runId, resendOf } = about;
  const dto: NotificationDto = {
    id,
    conversation_id: conversationId,
    participant_id: participantId,
    channel: channel as Channel,
    status: NOTIFICATION_STATUS_OF[status],
    ...(reason === undefined ? {} : { reason }),
    at: plannedAt,
    updated_at: changedAt,
    ...(templateName === undefined ? {} : { template_name: templateName }),
    ...(language === undefined ? {} : { language }),
    ...(runId === undefined ? {} : { run_id: runId }),
    ...(resendOf === undefined ? {} : { resend_of: resendOf }),
  };
  return dto;
}

/** Bytes of a large row. */
const ROW_BYTES = 2_048;

/** Decisions to notify, newest first, read from the outbox by key, with totals from its counters. */
@Injectable()
export class NotificationViews {
  constructor(
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
  ) {}

  async ofConversation(ctx: RequestContext, conversationId: string, query: PageQueryDto) {
    const where = [{ field: 'conversationId', is: '=', value: conversationId }] as const;
    const reader = groupReader<About>(this.outbox, ctx.caller.tenantId, inConversation(conversationId));
    const page = await listing(reader, query, { where }, limits.listDefault, () => undefined);
    return this.answers.page(ctx, 'notifications', page, rowsBy(ROW_BYTES, toNotificationDto));
  }

  async ofTenant(ctx: RequestContext, { status, channel, after, before, ...paging }: TenantNotificationQueryDto) {
    const statuses = (Object.keys(NOTIFICATION_STATUS_OF) as EffectStatus[]).filter(
      (each) => (status ?? NOTIFICATION_STATUS_OF[each]) === NOTIFICATION_STATUS_OF[each],
    );
    const range = {
      facets: (channel === undefined ? CHANNELS : [channel]).flatMap((one) =>
        statuses.map((each) => effectFacet(one, each)),
      ),
      ...(after === undefined ? {} : { after: instant(after) }),
      ...(before === undefined ? {} : { before: instant(before) }),
    };
    const entries = this.outbox.listed<About>(ctx.caller.tenantId);
    const page = await listingOf(entries, range, paging, ({ plannedAt }) => plannedAt);
    const show = ({ value }: Entry<Effect<About>>) => toNotificationDto(value);
    return this.answers.page(ctx, 'notifications', page, rowsBy(ROW_BYTES, show));
  }
}

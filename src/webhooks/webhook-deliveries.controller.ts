import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { limits } from '../catalogue/limits/limits.js';
import { EventLog } from '../engine/log/event-log.js';
import { Payload, QueryPayload } from '../http/fields/payload.js';
import { readPosition } from '../http/fields/positions.js';
import { Endpoint } from '../http/openapi/endpoint.js';
import { Ctx, type RequestContext } from '../http/pipeline/request-context.js';
import { WebhookSettingsService } from '../modules/webhook/application/webhook-settings.service.js';
import { publishedBetween } from '../public-events/published-between.js';
import { DELIVERIES } from './delivery.js';
import { DeliveryStore } from './delivery-store.js';
import { listDeliveries } from './list-deliveries.js';
import { Replays } from './replays.js';
import {
  EventFeedDto,
  EventQueryDto,
  ReplayDto,
  ReplayedDto,
  toDeliveryDto,
  WebhookDeliveryDto,
  WebhookDeliveryListDto,
  WebhookDeliveryQueryDto,
} from './webhook-deliveries.dto.js';

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhookDeliveriesController {
  constructor(
    @Inject(DeliveryStore) private readonly deliveries: DeliveryStore,
    @Inject(Replays) private readonly replays: Replays,
    @Inject(WebhookSettingsService) private readonly endpoints: WebhookSettingsService,
  ) {}

  @Endpoint('webhook-delivery.list', {
    route: 'GET deliveries',
    summary: 'List what was sent and what is to be sent, newest first, with every attempt; kept for 30 days',
    query: WebhookDeliveryQueryDto,
    responses: { 200: WebhookDeliveryListDto },
  })
  async list(@QueryPayload(WebhookDeliveryQueryDto) query: WebhookDeliveryQueryDto, @Ctx() ctx: RequestContext) {
    const { docs, paging } = await listDeliveries(this.deliveries, ctx.caller.tenantId, query);
    return { deliveries: docs.map(({ key, value }) => toDeliveryDto(key.id, value)), ...paging };
  }

  @Endpoint('webhook-delivery.retry', {
    route: 'POST deliveries/:delivery_id/retry',
    summary: 'Send a delivery again, now, under the same webhook-id',
    responses: { 202: WebhookDeliveryDto },
    errors: [404],
  })
  async retry(@Param('delivery_id') id: string, @Ctx() ctx: RequestContext): Promise<WebhookDeliveryDto> {
    const delivery = await this.replays.retry(ctx, id);
    ctx.headers.Location = DELIVERIES;
    return toDeliveryDto(id, delivery);
  }

  @Endpoint('webhook-delivery.replay', {
    route: 'POST replay',
    summary: 'Send what happened in a range of times or positions, also before there was an endpoint',
    body: ReplayDto,
    responses: { 202: ReplayedDto },
    errors: [404],
  })
  async replay(@Payload(ReplayDto) body: ReplayDto, @Ctx() ctx: RequestContext): Promise<ReplayedDto> {
    await this.endpoints.existing(ctx);
    const deliveries = await this.replays.replay(ctx, body);
    ctx.headers.Location = DELIVERIES;
    return { deliveries };
  }
}

@ApiTags('Webhooks')
@Controller('events')
export class EventFeedController {
  constructor(@Inject(EventLog) private readonly log: EventLog) {}

  @Endpoint('event.list', {
    route: 'GET',
    summary: 'What webhooks tell, of all types, to be pulled: the same events, ids and order',
    query: EventQueryDto,
    responses: { 200: EventFeedDto },
  })
  async list(@QueryPayload(EventQueryDto) query: EventQueryDto, @Ctx() ctx: RequestContext): Promise<EventFeedDto> {
    const after = query.after === undefined ? 0 : readPosition(query.after, 'after');
    const limit = query.limit ?? limits.eventsDefault;
    const until = await this.log.head();
    const events: EventFeedDto['events'] = [];
    for await (const { told, payload } of publishedBetween(this.log, ctx.caller.tenantId, { after, until })) {
      if (events.length === limit) return { events, has_more: true };
      events.push({ id: told.event.meta.id, ...payload });
    }
    return { events, has_more: false };
  }
}

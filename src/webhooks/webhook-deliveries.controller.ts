import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EventLog } from '../engine/log/event-log.js';
import { Call } from '../http/openapi/endpoint.js';
import { type Exchange, Here } from '../http/pipeline/request-context.js';
import { Payload, QueryPayload } from '../http/fields/payload.js';
import { readPosition } from '../http/fields/positions.js';
import { limits } from '../catalogue/limits/limits.js';
import { Deliveries } from './delivery-store.js';
import { listDeliveries } from './list-deliveries.js';
import { past } from '../public-events/published-between.js';
import { Replays } from './replays.js';
import { DELIVERIES } from './delivery.js';
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
import { WebhookEndpoints } from '../modules/webhook/application/webhook-settings.service.js';

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhookDeliveriesController {
  constructor(
    @Inject(Deliveries) private readonly deliveries: Deliveries,
    @Inject(Replays) private readonly replays: Replays,
    @Inject(WebhookEndpoints) private readonly endpoints: WebhookEndpoints,
  ) {}

  @Call('webhook-delivery.list', {
    route: 'GET deliveries',
    about: 'List what was sent and what is to be sent, newest first, with every attempt; kept for 30 days',
    query: WebhookDeliveryQueryDto,
    answers: { 200: WebhookDeliveryListDto },
  })
  async list(@QueryPayload(WebhookDeliveryQueryDto) query: WebhookDeliveryQueryDto, @Here() here: Exchange) {
    const { docs, paging } = await listDeliveries(this.deliveries, here.caller.tenantId, query);
    return { deliveries: docs.map(({ key, value }) => toDeliveryDto(key.id, value)), ...paging };
  }

  @Call('webhook-delivery.retry', {
    route: 'POST deliveries/:delivery_id/retry',
    about: 'Send a delivery again, now, under the same webhook-id',
    answers: { 202: WebhookDeliveryDto },
    refuses: [404],
  })
  async retry(@Param('delivery_id') id: string, @Here() here: Exchange): Promise<WebhookDeliveryDto> {
    const delivery = await this.replays.retry(here, id);
    here.headers.Location = DELIVERIES;
    return toDeliveryDto(id, delivery);
  }

  @Call('webhook-delivery.replay', {
    route: 'POST replay',
    about: 'Send what happened in a range of times or positions, also before there was an endpoint',
    body: ReplayDto,
    answers: { 202: ReplayedDto },
    refuses: [404],
  })
  async replay(@Payload(ReplayDto) body: ReplayDto, @Here() here: Exchange): Promise<ReplayedDto> {
    await this.endpoints.existing(here);
    const deliveries = await this.replays.replay(here, body);
    here.headers.Location = DELIVERIES;
    return { deliveries };
  }
}

@ApiTags('Webhooks')
@Controller('events')
export class EventFeedController {
  constructor(@Inject(EventLog) private readonly log: EventLog) {}

  @Call('event.list', {
    route: 'GET',
    about: 'What webhooks tell, of all types, to be pulled: the same events, ids and order',
    query: EventQueryDto,
    answers: { 200: EventFeedDto },
  })
  async list(@QueryPayload(EventQueryDto) query: EventQueryDto, @Here() here: Exchange): Promise<EventFeedDto> {
    const after = query.after === undefined ? 0 : readPosition(query.after, 'after');
    const limit = query.limit ?? limits.eventsDefault;
    const until = await this.log.head();
    const events: EventFeedDto['events'] = [];
    for await (const { told, payload } of past(this.log, here.caller.tenantId, { after, until })) {
      if (events.length === limit) return { events, has_more: true };
      events.push({ id: told.event.meta.id, ...payload });
    }
    return { events, has_more: false };
  }
}

import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { limits } from '../catalogue/limits/limits.js';
import { EventLog } from '../engine/log/event-log.js';
import { QueryPayload } from '../http/fields/payload.js';
import { readPosition } from '../http/fields/positions.js';
import { Endpoint } from '../http/openapi/endpoint.js';
import { Ctx, type RequestContext } from '../http/pipeline/request-context.js';
import { EventFeedDto, EventQueryDto } from './event-feed.dto.js';
import { publishedBetween } from './published-between.js';

@ApiTags('Webhooks')
@Controller('events')
export class EventFeedController {
  constructor(@Inject(EventLog) private readonly log: EventLog) {}

  @Endpoint('event.list', {
    route: 'GET',
    summary: 'List the events of the tenant in log order',
    description: 'The feed has the events, ids and order of webhooks, including webhook types that are switched off.',
    query: EventQueryDto,
    responses: { 200: EventFeedDto },
  })
  async list(@QueryPayload(EventQueryDto) query: EventQueryDto, @Ctx() ctx: RequestContext): Promise<EventFeedDto> {
    const after = query.after === undefined ? 0 : readPosition(query.after, 'after');
    const limit = query.limit ?? limits.eventsDefault;
    const until = await this.log.head();
    const events: EventFeedDto['events'] = [];
    for await (const { published, payload } of publishedBetween(this.log, ctx.caller.tenantId, { after, until })) {
      if (events.length === limit) return { events, has_more: true };
      events.push({ id: published.event.meta.id, ...payload });
    }
    return { events, has_more: false };
  }
}
